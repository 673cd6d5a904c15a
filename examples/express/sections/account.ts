import { html, type Html } from "../html.js";
import type { Section } from "./section.js";

/** Everything that people change about how they sign in: a page that is built in. */
export const account: Section = {
  id: "account",
  title: "Your account",
  file: "auth.ts",
  how: html`turns the page on with one line.`,
  body: () =>
    html`<p>See and change how you sign in, and where:</p>
      <ul class="links">
        ${parts.map(partHtml)}
      </ul>
      <p><a class="button" href="/auth/account">Open your account page</a></p>`,
};

const parts = [
  ["Profile", "name and picture, and a file with all that is stored"],
  ["Linked accounts", "add Local Identity, or remove it"],
  ["Email address", "change it, then open the link in the inbox"],
  ["Passkeys", "finger, face or screen lock"],
  ["Devices", "sign out one, or all others"],
  ["Deleting it", "for all but the sample people"],
] as const;

function partHtml([name, what]: readonly [string, string]): Html {
  return html`<li>${name} <span class="muted">${what}</span></li>`;
}
