import { html, type Html } from "../html.js";
import { signedIn as isSignedIn } from "../session.js";
import type { Section } from "./section.js";

/** Accounts with a password, and a second step after any way in. */
export const passwords: Section = {
  id: "passwords",
  title: "Password and 2FA",
  file: "auth.ts",
  how: html`turns both on; <code>authenticator/</code> stands in for an app on your phone.`,
  body: ({ session }) => (isSignedIn(session) ? signedIn() : signedOut()),
};

function signedOut(): Html {
  return html`<p>Any address will do. All mails arrive in the inbox.</p>
    <ul class="links">
      <li><a href="/auth/password/sign-up?callbackUrl=/">Create an account</a></li>
      <li><a href="/auth/password/forgot?callbackUrl=/">Choose another password by mail</a></li>
      ${authenticator}
    </ul>`;
}

function signedIn(): Html {
  return html`<p>
      Turn on two-factor authentication, sign out, and sign in again any way you like.
    </p>
    <ul class="links">
      <li><a href="/auth/second-step/settings">Your two-factor settings</a></li>
      <li><a href="/auth/password/change?callbackUrl=/">Change your password</a></li>
      ${authenticator}
    </ul>`;
}

const authenticator = html`<li>
  <a href="/authenticator">Authenticator</a> <span class="muted">when you have no app at hand</span>
</li>`;
