import type { AuditEvent } from "latchkey/plugins/audit";
import { html, type Html } from "../html.js";
import type { Page } from "./layout.js";

/** Everything that happened to accounts and sessions, the newest first. */
export function whatHappenedPage(events: readonly AuditEvent[]): Page {
  return {
    title: "What happened",
    body: html`<div class="hero">
        <h1>What happened</h1>
        <p class="lead">
          Who signed in, how, from where, and what was refused and why. Keep this page open and sign
          in from another window: it shows up here at once.
        </p>
      </div>
      <section class="card" aria-labelledby="events">
        <h2 id="events">Audit trail</h2>
        ${events.length === 0 && html`<p id="no-trail">Nothing yet. Sign in, or try a wrong password.</p>`}
        <ul class="mails trail" id="trail" aria-live="polite">
          ${events.map(eventLine)}
        </ul>
        <p class="how">
          <code>trail.ts</code> is what the plugin <code>audit</code> is given;
          <code>what-happened.ts</code> shows it.
        </p>
      </section>
      <script type="module" src="/what-happened/live.js"></script>`,
  };
}

const words: Readonly<Record<string, string>> = {
  "sign-in.began": "A sign-in began",
  "sign-in.succeeded": "Signed in",
  "sign-in.refused": "A sign-in was refused",
  "sign-in.failed": "A sign-in failed",
  "sign-out": "Signed out",
  "sign-out.failed": "A sign-out failed",
  "session.started": "A session started",
  "session.ended": "A session ended",
  "user.created": "A user was created",
  "user.updated": "A user was changed",
  "account.linked": "An account was linked",
  "account.unlinked": "An account was unlinked",
  "user.deleted": "A user was deleted",
  "token.refreshed": "A token was refreshed",
  "token.refused": "A token was not refreshed",
  "password.changed": "A password was changed",
  "passkey.renamed": "A passkey was renamed",
  "step-up.asked": "Asked to sign in again",
  "step-up.given": "Signed in again, as asked",
  "form.refused": "A form of another site was refused",
  "limit.hit": "Tried too often",
  "two-factor.on": "Two-factor authentication was turned on",
  "two-factor.off": "Two-factor authentication was turned off",
  "two-factor.replaced": "The authenticator app was replaced",
  "two-factor.codes": "New recovery codes were made",
  "two-factor.recovery-used": "A recovery code was used",
  "two-factor.remembered": "A browser was remembered",
  "two-factor.skipped": "Signed in with one factor in a remembered browser",
};

/** One event. */
export function eventLine(event: AuditEvent): Html {
  const { type, time, provider, personal, userId } = event;
  const who = personal.email ?? (userId === undefined ? undefined : `user ${userId}`);
  const facts = [provider, who, personal.ip].filter((fact) => fact !== undefined);
  return html`<li>
    <strong>${words[type] ?? type}</strong>
    <p class="muted">
      <time datetime="${time}">${new Date(time).toLocaleTimeString("en-GB")}</time>${facts.map(
        (fact) => html` · ${fact}`,
      )}
    </p>
    ${event.reason !== undefined && html`<p class="code"><code>${event.reason}</code></p>`}
  </li>`;
}
