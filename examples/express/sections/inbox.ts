import { html } from "../html.js";
import type { Section } from "./section.js";

/** Where the mails of the demo arrive. */
export const inbox: Section = {
  id: "inbox",
  title: "Inbox",
  file: "mail-server.ts",
  how: html`takes every mail; <code>inbox.ts</code> shows it.`,
  body: ({ mails }) =>
    html`<p>
        Sign in by email with any address: the mail, with its link and its code, arrives here.
      </p>
      <ul class="links">
        <li>
          <a href="/inbox">Open the inbox</a>
          <span class="muted">${countText(mails)}</span>
        </li>
      </ul>`,
};

function countText(mails: number): string {
  if (mails === 0) return "empty so far";
  return mails === 1 ? "1 mail" : `${mails} mails`;
}
