import { theme } from "./theme.js";

/** The look of the demo's own pages: the same calm as the built-in ones, light and dark. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --canvas: #f4f5f7; --surface: #ffffff; --raised: #f6f7f9;
  --text: #16191f; --muted: #565e6c; --line: #d9dde3; --edge: #7d8593;
  --brand: ${theme.brandColor}; --brand-hover: #0b534d; --brand-text: #ffffff; --link: #0f6b63; --ring: #0f6b63;
  --good: #0b534d; --good-surface: #ecf7f5; --good-line: #b7ded9;
  --bad: #a11b1b; --bad-surface: #fdf1f0; --bad-line: #edc2be;
}
@media (prefers-color-scheme: dark) {
  :root {
    --canvas: #0d0f13; --surface: #15181e; --raised: #1d2129;
    --text: #eef0f4; --muted: #a4acba; --line: #2e343e; --edge: #727b8a;
    --brand-hover: #14847a; --link: #6fd3c8; --ring: #6fd3c8;
    --good: #8fe0d6; --good-surface: #10231f; --good-line: #234a45;
    --bad: #ffb4ab; --bad-surface: #2b1514; --bad-line: #5a2724;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--canvas); color: var(--text); overflow-wrap: anywhere;
  font: 400 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  -webkit-font-smoothing: antialiased;
}
h1, h2, h3, p, ul, dl, dd, pre { margin: 0; padding: 0; }
h1 { font-size: 2rem; line-height: 2.5rem; font-weight: 680; letter-spacing: -0.02em; text-wrap: balance; }
h2 { font-size: 1.125rem; line-height: 1.5rem; font-weight: 650; letter-spacing: -0.01em; }
h3 { font-size: 0.9375rem; line-height: 1.5rem; font-weight: 600; }
ul { list-style: none; }
a { color: var(--link); text-underline-offset: 0.2em; text-decoration-thickness: 1px; border-radius: 0.25rem; }
a:hover { text-decoration-thickness: 2px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: 0.875rem; line-height: 1.5rem; }
pre { padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--raised); white-space: pre-wrap; }
.muted { color: var(--muted); }

.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; padding: 0.75rem 1rem; background: var(--surface); z-index: 1; }
.skip:focus { inset-block-start: 0.5rem; }
.top {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem;
  padding: 0.5rem max(1rem, calc((100% - 60rem) / 2)); min-block-size: 4rem;
  background: var(--surface); border-block-end: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 0.625rem; min-block-size: 2.75rem; color: var(--text); font-weight: 600; text-decoration: none; }
.brand img { display: block; }
nav { display: flex; flex-wrap: wrap; gap: 0 0.25rem; }
nav a { display: flex; white-space: nowrap; align-items: center; min-block-size: 2.75rem; padding-inline: 0.75rem; color: var(--muted); font-size: 0.9375rem; text-decoration: none; }
nav a:hover { color: var(--text); text-decoration: underline; }
nav a[aria-current] { color: var(--text); font-weight: 600; }
.who { display: flex; align-items: center; gap: 0.75rem; margin-inline-start: auto; min-inline-size: 0; font-size: 0.9375rem; }
.who .name { max-inline-size: 7rem; overflow: hidden; color: var(--muted); text-overflow: ellipsis; white-space: nowrap; }

main { display: grid; gap: 2.5rem; max-inline-size: 62rem; margin-inline: auto; padding: 3.5rem 1rem 5rem; }
.hero { display: grid; gap: 1rem; justify-items: start; }
.lead { max-inline-size: 36rem; color: var(--muted); font-size: 1.125rem; line-height: 1.75rem; text-wrap: pretty; }
.done { padding: 0.75rem 1rem; border: 1px solid var(--good-line); border-radius: 0.625rem; background: var(--good-surface); color: var(--good); }
.done a { color: inherit; }
.acting { margin: 0; padding: 0.75rem 1rem; border-block-end: 1px solid var(--good-line); background: var(--good-surface); color: var(--good); text-align: center; }
.acting a { color: inherit; }
.alert { display: flex; gap: 0.75rem; padding: 0.75rem 1rem; border: 1px solid var(--bad-line); border-radius: 0.625rem; background: var(--bad-surface); color: var(--bad); }
.alert svg { flex: none; inline-size: 1.25rem; block-size: 1.5rem; }
.sections { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1.5rem; }
.card {
  display: flex; flex-direction: column; gap: 1rem; padding: 1.5rem; min-inline-size: 0;
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px -16px rgb(0 0 0 / 8%);
}
.sections .wide { grid-column: 1 / -1; }
.how { margin-block-start: auto; padding-block-start: 1rem; border-block-start: 1px solid var(--line); color: var(--muted); font-size: 0.875rem; line-height: 1.5rem; }
.how code { color: var(--text); }

.people { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 1rem; }
.people li { display: grid; grid-template-rows: auto 1fr auto; gap: 0.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--raised); }
.people p { font-size: 0.9375rem; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.25rem 1rem; }
.people dl, .people form, .people dl + p { margin-block-start: 0.75rem; }
dt { color: var(--muted); font-size: 0.875rem; line-height: 1.5rem; }
dd { line-height: 1.5rem; }
.ways dt { color: var(--text); font-size: inherit; font-weight: 600; }
.people code { user-select: all; }
.links li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.75rem; min-block-size: 2.75rem; }
.wide > .links { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); }
.links li > a { padding-block: 0.625rem; }
.links .muted { font-size: 0.875rem; }
.mails li { display: grid; grid-template-columns: minmax(0, 1fr) auto; align-items: center; gap: 0 1.5rem; padding-block: 0.75rem; border-block-end: 1px solid var(--line); }
.mails li:last-child { border-block-end: 0; }
.mails a { padding-block: 0.25rem; font-weight: 550; }
.mails p { font-size: 0.875rem; }
.mails .code { grid-column: 2; grid-row: 1 / 3; }
.mails > li > .muted { grid-column: 1; }
.mails code { font-size: 1rem; letter-spacing: 0.08em; user-select: all; }
.digits { font-size: 1.25rem; font-weight: 600; letter-spacing: 0.12em; user-select: all; }
iframe.mail { inline-size: 100%; block-size: 30rem; border: 1px solid var(--line); border-radius: 0.625rem; }
iframe.mail.long { block-size: 46rem; }
summary { inline-size: fit-content; min-block-size: 2.75rem; padding-block: 0.625rem; color: var(--link); cursor: pointer; }
.halves { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem 2rem; }
.stack { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 1rem; }

.button {
  display: inline-flex; align-items: center; justify-content: center; min-block-size: 2.75rem; padding: 0.5rem 1.25rem;
  border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--surface); color: var(--text);
  font-family: inherit; font-size: 1rem; font-weight: 550; line-height: 1.25rem; text-decoration: none; cursor: pointer; transition: background-color 120ms ease;
}
.button:hover { background: var(--raised); }
.button.primary { background: var(--brand); border-color: var(--brand); color: var(--brand-text); }
.button.primary:hover { background: var(--brand-hover); }
label { font-size: 0.9375rem; font-weight: 550; }
.field { inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--surface); color: var(--text); font: inherit; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0.5rem 0.75rem; max-inline-size: 32rem; }
.row label { grid-column: 1 / -1; }
.button.small { padding-inline: 1rem; font-size: 0.9375rem; }
:focus-visible { outline: 2px solid var(--ring); outline-offset: 2px; }

@media (max-width: 48rem) {
  main { padding-block: 2rem 4rem; gap: 2rem; }
  h1 { font-size: 1.75rem; line-height: 2.25rem; }
  .sections, .people, .halves { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 40rem) {
  .top nav { order: 3; inline-size: 100%; margin-inline-start: -0.75rem; }
  .who .name { display: none; }
  .mails li { grid-template-columns: minmax(0, 1fr); }
  .mails .code { grid-column: 1; grid-row: auto; }
  iframe.mail { block-size: 38rem; }
  iframe.mail.long { block-size: 60rem; }
  .ways { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .ways dd:not(:last-child) { margin-block-end: 0.75rem; }
}
@media (prefers-reduced-motion: reduce) { .button { transition: none; } }
@media (prefers-contrast: more) { :root { --line: var(--edge); --muted: var(--text); } }
@media (forced-colors: active) { .button.primary { border-color: ButtonText; } }
`;
