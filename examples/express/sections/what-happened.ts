import { html } from "../html.js";
import type { Section } from "./section.js";

/** The audit trail. */
export const whatHappened: Section = {
  id: "what-happened",
  title: "What happened",
  file: "trail.ts",
  how: html`is what the plugin <code>audit</code> is given.`,
  body: () =>
    html`<p>Every sign-in, every refusal and why: live, while you try things out.</p>
      <ul class="links">
        <li><a href="/what-happened">See what happened</a></li>
        <li><a href="/auth/doctor">Ask the doctor</a></li>
      </ul>`,
};
