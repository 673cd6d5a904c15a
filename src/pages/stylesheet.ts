const css = `
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  background: var(--canvas);
  color: var(--text);
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
  overflow-wrap: anywhere;
}
h1, h2, p { margin: 0; }
h1 { font-size: 1.5rem; line-height: 2rem; font-weight: 650; letter-spacing: -0.015em; text-wrap: balance; }
h2 { font-size: 0.875rem; line-height: 1.25rem; font-weight: 600; }
a { color: inherit; text-underline-offset: 0.2em; text-decoration-thickness: 1px; border-radius: 0.25rem; }
a:hover { text-decoration-thickness: 2px; }

.page {
  min-block-size: 100vh;
  min-block-size: 100svh;
  display: grid;
  grid-template-columns: minmax(0, 26rem);
  justify-content: center;
  align-content: center;
  padding: 2rem 1rem;
}
.card {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1.5rem;
  padding: 2.5rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px -8px rgb(0 0 0 / 8%);
}
.brand { display: flex; align-items: center; gap: 0.75rem; min-block-size: 2.5rem; font-weight: 600; line-height: 1.25rem; }
.brand > span:last-child, .button > span:last-child { min-inline-size: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; text-wrap: balance; }
.brand .mark { inline-size: 2.5rem; block-size: 2.5rem; border-radius: 0.625rem; font-size: 1.125rem;
  background: var(--accent); color: var(--accent-text); border-color: var(--accent-edge); }
.logo { display: block; max-inline-size: min(100%, 14rem); max-block-size: 3rem; inline-size: auto; block-size: auto; }
.intro { display: grid; gap: 0.5rem; }
.intro p, .muted { color: var(--muted); }
.small { font-size: 0.875rem; line-height: 1.25rem; }
.intro .address { font-weight: 600; color: var(--text); }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }

.error, .notice {
  display: grid;
  grid-template-columns: 1.25rem minmax(0, 1fr);
  gap: 0.75rem;
  padding: 0.75rem 1rem;
  border: 1px solid var(--danger-line);
  border-radius: 0.625rem;
  background: var(--danger-surface);
  color: var(--danger);
  font-size: 0.9375rem;
  line-height: 1.375rem;
}
.notice { border-color: var(--notice-line); background: var(--notice-surface); color: var(--notice); }
.error svg, .notice svg { margin-block-start: 0.0625rem; }

.groups, .group, .provider, .fields, .field { display: grid; grid-template-columns: minmax(0, 1fr); }
.groups { gap: 1.25rem; }
.group { gap: 0.625rem; }
.group[data-kind="email"], .group[data-kind="credentials"], .group[data-kind="webauthn"] { gap: 1.25rem; }
.provider { gap: 1rem; margin: 0; }
.fields { gap: 1rem; }
.field { gap: 0.375rem; }
.or { display: none; align-items: center; gap: 0.75rem; margin-block-end: 0.625rem; color: var(--muted); font-size: 0.875rem; line-height: 1.25rem; }
.group:not([hidden]) ~ .group > .or { display: flex; }
.group[data-kind]:not([data-kind="redirect"]) > .or { margin-block-end: 0; }
.or::before, .or::after { content: ""; flex: 1; border-block-start: 1px solid var(--line); }

label { font-size: 0.875rem; line-height: 1.25rem; font-weight: 550; }
input {
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge);
  border-radius: 0.625rem;
  background: var(--surface);
  color: var(--text);
  font: inherit;
  transition: border-color 120ms ease;
}
.secret { position: relative; display: grid; }
.field:has(> .link) { grid-template-columns: minmax(0, 1fr) fit-content(65%); align-items: end; }
.field > .link { grid-area: 1 / 2; margin-block: -0.25rem; padding-block: 0.25rem; }
.field:has(> .link) > .secret { grid-column: 1 / -1; }
.secret input { padding-inline-end: 3rem; }
.reveal { position: absolute; inset-block: 0; inset-inline-end: 0; inline-size: 2.75rem; display: grid; place-items: center; padding: 0; border: 0; border-radius: 0.5rem; background: none; color: var(--muted); cursor: pointer; }
.reveal:hover, .reveal[aria-pressed="true"] { color: var(--text); }
.reveal[hidden] { display: none; }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
input::placeholder { color: var(--muted); opacity: 1; }
[dir="rtl"] input:is([type="email"], [type="url"]) { direction: ltr; text-align: right; }
input:hover { border-color: var(--text); }
input[aria-invalid="true"] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
input[type="checkbox"] { inline-size: 1.25rem; min-block-size: 1.25rem; block-size: 1.25rem; margin: 0; accent-color: var(--accent); }
.check { display: flex; align-items: center; gap: 0.75rem; min-block-size: 2.75rem; }
.check label { flex: 1; padding-block: 0.75rem; font-weight: 400; }
.code { font-size: 1.375rem; font-variant-numeric: tabular-nums; letter-spacing: 0.35em; text-align: center; min-block-size: 3.5rem; direction: ltr; }

.button {
  display: flex;
  align-items: center;
  justify-content: center;
  gap: 0.75rem;
  inline-size: 100%;
  min-block-size: 2.75rem;
  padding: 0.5rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  background: var(--surface);
  color: var(--text);
  font: inherit;
  font-weight: 550;
  line-height: 1.25rem;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  touch-action: manipulation;
  transition: background-color 120ms ease, border-color 120ms ease, transform 120ms ease;
}
.button:hover { background: var(--raised); border-color: var(--edge); }
.button:active { transform: translateY(1px); }
.button:disabled { cursor: progress; opacity: 0.6; }
.button.primary { background: var(--accent); border-color: var(--accent-edge); color: var(--accent-text); }
.button.primary:hover { background: var(--accent-hover); }
.button.quiet { border-color: transparent; background: none; font-weight: 400; text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 0.2em; }
.button.quiet:hover { text-decoration-thickness: 2px; }
.button.with-mark { justify-content: flex-start; padding-inline: 0.625rem; text-align: start; }
.mark {
  flex: none;
  display: grid;
  place-items: center;
  inline-size: 1.75rem;
  block-size: 1.75rem;
  border: 1px solid var(--line);
  border-radius: 0.4375rem;
  background: var(--mark, #5a6271);
  color: var(--mark-text, #ffffff);
  font-size: 0.8125rem;
  line-height: 1;
  font-weight: 650;
}
.mark[class*=" mark-"] { border-color: transparent; box-shadow: 0 0 0 1px var(--line); }
.mark svg { inline-size: 1rem; block-size: 1rem; }
.button.primary .mark { box-shadow: 0 0 0 1px var(--accent-text); }
svg { display: block; inline-size: 1.25rem; block-size: 1.25rem; fill: none; stroke: currentColor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
.mark svg { fill: currentColor; fill-rule: evenodd; stroke: none; }

.rule { block-size: 0; margin: 0; border: 0; border-block-start: 1px solid var(--line); }
.again { display: grid; align-items: center; }
.again > * { grid-area: 1 / 1; }
.again > p { visibility: hidden; animation: give-way 30s step-end; }
.again > form { animation: wait 30s step-end; }
@keyframes give-way { from { visibility: visible; } to { visibility: hidden; } }
@keyframes wait { from { visibility: hidden; } to { visibility: visible; } }
.link { justify-self: start; margin-block: -0.75rem; padding-block: 0.75rem; font-size: 0.875rem; line-height: 1.25rem; }
.detail { display: grid; gap: 0.5rem; padding: 1rem; border: 1px dashed var(--edge); border-radius: 0.625rem; background: var(--raised); font-size: 0.875rem; line-height: 1.25rem; }
.detail code { font: 0.8125rem/1.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; }

:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }
input:focus-visible { outline-offset: 0; border-color: var(--ring); }
input[aria-invalid="true"]:focus-visible { outline-offset: 2px; border-color: var(--danger); }

@media (max-width: 30rem) {
  body { background: var(--surface); }
  .page { padding: 0; align-content: start; grid-template-columns: minmax(0, 1fr); }
  .card { padding: 2.5rem 1.5rem; border: 0; border-radius: 0; box-shadow: none; }
}
@media (prefers-reduced-motion: reduce) {
  input, .button { transition: none; }
  .button:active { transform: none; }
}
@media (prefers-contrast: more) {
  :root { --line: var(--edge); --muted: var(--text); }
}
@media (forced-colors: active) {
  .mark, .button.primary { border-color: currentColor; }
  .mark[class] { box-shadow: none; }
  input[aria-invalid="true"] { border-width: 3px; }
  :focus-visible { outline-color: Highlight; }
}
`;

/** The CSS of every page. All colors come from the custom properties in palette.ts. */
export const stylesheet: string = css.replace(/\s+/g, " ").trim();
