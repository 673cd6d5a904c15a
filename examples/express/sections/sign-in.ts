import { html, type Html } from "../html.js";
import { people, type Person } from "../people.js";
import type { Section } from "./section.js";

/** The ways in that need no account anywhere. */
export const signIn: Section = {
  id: "sign-in",
  title: "Sign-in methods",
  file: "auth.ts",
  how: html`names the providers, <code>people.ts</code> the sample accounts;
    <code>identity/</code> is the provider on this machine.`,
  wide: () => true,
  body: () =>
    html`<p>
        All of them are on <a href="/auth/signin?callbackUrl=/">the sign-in page</a>, and none needs
        an account anywhere.
      </p>
      <dl class="ways">
        <dt>Local Identity</dt>
        <dd>An OpenID provider on this machine. Pick one of its people, and you are back.</dd>
        <dt>Email</dt>
        <dd>
          Any address will do: the mail arrives in <a href="/inbox">the inbox</a>, with a link and a
          code.
        </dd>
        <dt>Passkey</dt>
        <dd>Your finger, your face or your screen lock. Create one with any address.</dd>
        <dt>Password</dt>
        <dd>
          <a href="/auth/password/sign-up?callbackUrl=/">Make an account</a> with any address, or
          use one of these sample ones:
        </dd>
      </dl>
      <ul class="people">
        ${people.map(personHtml)}
      </ul>`,
};

function personHtml({ name, email, password, about }: Person): Html {
  return html`<li>
    <h3>${name}</h3>
    <p class="muted">${about}</p>
    <dl>
      <dt>Email</dt>
      <dd><code>${email}</code></dd>
      <dt>Password</dt>
      <dd><code>${password}</code></dd>
    </dl>
  </li>`;
}
