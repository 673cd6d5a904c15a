import { html, type Html } from "../html.js";
import type { OwnPasskey } from "../passkeys.js";
import type { Section } from "./section.js";

/** Sign-in without a password: with finger, face or the screen lock. */
export const passkeys: Section = {
  id: "passkeys",
  title: "Passkeys",
  file: "passkeys.ts",
  how: html`lists them and adds one; <code>auth.ts</code> turns them on.`,
  wide: ({ session }) => Boolean(session?.user),
  body: ({ session, passkeys: own }) => (session?.user ? signedIn(own) : signedOut()),
};

function signedOut(): Html {
  return html`<p>
    <a href="/auth/signin?callbackUrl=/">Sign in with a passkey</a>, or create one there: it is all
    a new account needs.
  </p>`;
}

function signedIn(own: readonly OwnPasskey[]): Html {
  return html`${
      own.length === 0
        ? html`<p>You have none yet.</p>`
        : html`<ul class="people" aria-label="Your passkeys">
            ${own.map(passkeyHtml)}
          </ul>`
    }
    <p>
      <button class="button" type="button" id="add-passkey" hidden>Add a passkey</button>
      <span aria-live="polite" id="passkey-answer"></span>
    </p>
    <p class="muted">
      A passkey is a key to your account. If your last sign-in was more than ten minutes ago, you
      are asked to sign in again first, and come back here.
    </p>
    <noscript><p class="muted">Adding a passkey needs JavaScript.</p></noscript>
    <script type="module" src="/passkeys.js"></script>`;
}

function passkeyHtml({ id, synced, transports, uses }: OwnPasskey): Html {
  return html`<li>
    <h3>${synced ? "Synced passkey" : "Passkey on one device"}</h3>
    <dl>
      <dt>Id</dt>
      <dd><code>${id.slice(0, 12)}…</code></dd>
      <dt>Reached by</dt>
      <dd>${transports.join(", ") || "unknown"}</dd>
      <dt>Counter</dt>
      <dd>${uses}</dd>
    </dl>
  </li>`;
}
