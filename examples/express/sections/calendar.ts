import { html } from "../html.js";
import type { Section } from "./section.js";

/** Calling another site's API, and leaving it. */
export const calendar: Section = {
  id: "calendar",
  title: "At the provider",
  file: "calendar.ts",
  how: html`calls an API with a token; <code>identity/</code> has the API.`,
  body: ({ issuer }) =>
    html`<p>
        Tokens of Local Identity live for 30 seconds, and calls go on working. Signing out leads
        there, so that you are signed out of both; signing out there ends it here.
      </p>
      <ul class="links">
        <li><a href="/calendar">Your calendar</a> <span class="muted">by its API</span></li>
        <li><a href="${issuer}">Local Identity</a> <span class="muted">another site</span></li>
      </ul>`,
};
