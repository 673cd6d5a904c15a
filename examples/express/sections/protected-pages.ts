import { html } from "../html.js";
import { signedIn } from "../session.js";
import type { Section } from "./section.js";

/** Pages that ask who you are. */
export const protectedPages: Section = {
  id: "protected",
  title: "Protected pages",
  file: "require-user.ts",
  how: html`sends people to sign in, and back again.`,
  body: ({ session }) =>
    html`<p>
        ${signedIn(session) ? "You are signed in, so both open." : "Try one: you are asked to sign in first."}
      </p>
      <ul class="links">
        <li><a href="/protected">A protected page</a> <span class="muted">one route</span></li>
        <li><a href="/members">The members' area</a> <span class="muted">a whole router</span></li>
      </ul>`,
};
