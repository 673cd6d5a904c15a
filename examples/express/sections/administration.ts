import { html } from "../html.js";
import { administrator } from "../people.js";
import type { Section } from "./section.js";

/** What people who run the site do for the others. */
export const administration: Section = {
  id: "administration",
  title: "Administration",
  file: "plugins.ts",
  how: html`turns the pages on, and says who is an administrator.`,
  body: ({ session }) =>
    session?.user?.email === administrator.email
      ? html`<p>Find people, invite them, ban them, end their sessions, or act as one of them.</p>
          <p><a class="button" href="/auth/admin">Manage users</a></p>`
      : html`<p>
          ${administrator.name} manages users at <code>/auth/admin</code>. To everybody else,
          nothing is there.
        </p>`,
};
