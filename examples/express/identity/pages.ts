import { html, type Html } from "../html.js";
import { identityPeople, type IdentityPerson } from "./people.js";

/** Who wants to know who you are. */
export interface LoginView {
  readonly uid: string;
  readonly site: string;
  /** Where the site is, as people read it. */
  readonly host: string;
}

/** One click on a person, and they are signed in. */
export function loginPage({ uid, site, host }: LoginView): string {
  return document(
    `Sign in to ${site}`,
    html`<h1>Who are you today?</h1>
      <p class="muted">
        <strong>${site}</strong> at ${host} wants to know. Pick one of these made-up people: it will
        learn their name and email address.
      </p>
      <form method="post" action="/login/${uid}">
        <ul class="choices">
          ${identityPeople.map(choice)}
        </ul>
        <button class="button plain" name="cancel" value="yes">Cancel</button>
      </form>`,
  );
}

/** The way back to a finished sign-in leads here. */
export function troublePage(): string {
  return document(
    "Nothing to do here",
    html`<h1>This sign-in is over</h1>
      <p class="muted">
        It was finished in the meantime, or waited for too long. Go back to the site you came from
        and start again there if you need to.
      </p>`,
  );
}

function choice({ id, name, email, about }: IdentityPerson): Html {
  return html`<li>
    <button class="choice" name="person" value="${id}">
      <span class="portrait" aria-hidden="true">${name.slice(0, 1)}</span>
      <span class="words"
        ><strong>${name}</strong><span>${email}</span><span class="muted">${about}</span></span
      >
    </button>
  </li>`;
}

function document(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Local Identity</title>
        <link rel="stylesheet" href="/styles.css" />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <main class="login">
          <p class="issuer"><span aria-hidden="true">ID</span>Local Identity</p>
          ${body}
          <p class="note">
            A sample OpenID provider. It runs on this machine and knows nobody else.
          </p>
        </main>
      </body>
    </html>`.toString();
}
