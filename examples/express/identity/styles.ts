import { stylesheet } from "../styles.js";

/** The demo's look in another color: this is another site. */
export const identityStylesheet = `${stylesheet}
:root { --brand: #4b46b8; --brand-hover: #3a3699; --link: #4b46b8; --ring: #4b46b8; --tint: #ecebfa; --on-tint: #37338f; }
@media (prefers-color-scheme: dark) {
  :root { --brand-hover: #6560d6; --link: #b3b0ff; --ring: #b3b0ff; --tint: #29274d; --on-tint: #cfcdff; }
}
body { display: grid; align-items: center; min-block-size: 100vh; }
.login {
  inline-size: calc(100% - 2rem); max-inline-size: 27rem; gap: 1rem; padding: 2rem; margin-block: 1.5rem;
  background: var(--surface); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / 4%), 0 12px 32px -16px rgb(0 0 0 / 8%);
}
.login h1 { font-size: 1.5rem; line-height: 2rem; }
.login strong { font-weight: 600; }
.login form { display: grid; gap: 0.75rem; margin-block-start: 0.5rem; }
.issuer { display: flex; align-items: center; gap: 0.625rem; font-weight: 600; }
.issuer span { display: grid; place-items: center; inline-size: 2rem; block-size: 2rem; border-radius: 0.5rem; background: var(--brand); color: var(--brand-text); font-size: 0.8125rem; }
.choices { display: grid; gap: 0.75rem; }
.choice {
  display: flex; align-items: center; gap: 1rem; inline-size: 100%; padding: 0.75rem 1rem; cursor: pointer;
  border: 1px solid var(--edge); border-radius: 0.75rem; background: var(--surface); color: inherit;
  font: inherit; text-align: start; transition: background-color 120ms ease;
}
.choice:hover { background: var(--raised); border-color: var(--link); }
.portrait { flex: none; display: grid; place-items: center; inline-size: 2.5rem; block-size: 2.5rem; border-radius: 50%; background: var(--tint); color: var(--on-tint); font-weight: 600; }
.words { display: grid; min-inline-size: 0; font-size: 0.875rem; line-height: 1.25rem; }
.words strong { font-size: 1rem; line-height: 1.5rem; }
.button.plain { border-color: transparent; background: transparent; }
.button.plain:hover { background: var(--raised); }
.note { color: var(--muted); font-size: 0.8125rem; line-height: 1.25rem; text-align: center; }
@media (max-width: 30rem) { .login { padding: 1.5rem; } }
@media (prefers-reduced-motion: reduce) { .choice { transition: none; } }
`;
