import { html } from "../html.js";
import type { Section } from "./section.js";

/** Pages nobody hopes to see. */
export const failures: Section = {
  id: "failures",
  title: "When something goes wrong",
  file: "errors.ts",
  how: html`has the pages of the app; those of sign-in are built in.`,
  wide: () => true,
  body: () =>
    html`<ul class="links">
      <li>
        <a href="/auth/error?error=AccessDenied">No access</a> <span class="muted">built in</span>
      </li>
      <li>
        <a href="/auth/error?error=Verification">A link that no longer works</a>
        <span class="muted">built in</span>
      </li>
      <li>
        <a href="/nowhere">A page that does not exist</a> <span class="muted">the app's own</span>
      </li>
      <li><a href="/oops">A page that fails</a> <span class="muted">the app's own</span></li>
    </ul>`,
};
