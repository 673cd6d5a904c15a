import type { LinkedAccount } from "../accounts.js";
import { html, type Html } from "../html.js";
import { identityId } from "../identity/client.js";
import type { Section } from "./section.js";

/** Several ways in that lead to the same person. */
export const accounts: Section = {
  id: "accounts",
  title: "Linked accounts",
  file: "accounts.ts",
  how: html`finds them. Whoever signs in again while signed in links one more.`,
  body: ({ accounts: own }) =>
    html`${own.length === 0 ? html`<p>None yet: a password or a passkey needs none.</p>` : list(own)}
      <p>
        All ways to sign in are on <a href="/auth/account">your account page</a>, which is built in.
      </p>
      <p>
        <a
          class="button"
          id="link-account"
          href="/auth/signin?callbackUrl=/"
          data-action="/auth/signin/${identityId}"
          >Link Local Identity</a
        >
      </p>
      <script type="module" src="/accounts.js"></script>`,
};

function list(own: readonly LinkedAccount[]): Html {
  return html`<ul class="links" aria-label="Your linked accounts">
    ${own.map(({ kind, name }) => html`<li>${kind} <span class="muted">${name}</span></li>`)}
  </ul>`;
}
