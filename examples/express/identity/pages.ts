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
    html`<h1>This sign-in has expired</h1>
      <p class="muted">
        It was finished in the meantime, or waited for too long. Go back to the site you came from
        and start again there if you need to.
      </p>`,
  );
}

/** The site of Local Identity itself, and who is signed in there with this browser. */
export function homePage(person: IdentityPerson | undefined): string {
  return document(
    "Home",
    person
      ? html`<h1>Hello, ${person.name}</h1>
          <p class="muted">
            You are signed in here. Sites that ask who you are get an answer without a question.
          </p>
          <p><a class="button primary" href="/session/end">Sign out</a></p>`
      : html`<h1>Nobody is signed in here</h1>
          <p class="muted">The demo sends people here who want to sign in. Begin there.</p>`,
  );
}

/** Somebody who wants to leave. */
export interface LeaveView {
  /** The form that both buttons send. */
  readonly form: Html;
  readonly name: string | undefined;
  /** The site that they come from; undefined when they began here. */
  readonly host: string | undefined;
}

/** Whether to sign out here, too. */
export function leavePage({ form, name, host }: LeaveView): string {
  return document(
    "Sign out",
    html`<h1>${host === undefined ? "Sign out?" : "Sign out here, too?"}</h1>
      <p class="muted">
        ${host !== undefined && html`You are signed out of ${host}. `}Here you are signed in as
        <strong>${name ?? "somebody"}</strong>. Signing out ends that at all sites you went to from
        here.
      </p>
      ${form}
      <div class="stack">
        <button class="button primary" form="op.logoutForm" name="logout" value="yes">
          Yes, sign me out
        </button>
        <button class="button plain" form="op.logoutForm">No, stay signed in here</button>
      </div>`,
  );
}

/** After signing out, for whoever did not come from a site. */
export function leftPage(site?: string): string {
  return document(
    "Signed out",
    html`<h1>You are signed out</h1>
      <p class="muted">
        Nobody is signed in here with this browser. Sites that you went to were told.
      </p>
      ${site !== undefined && html`<p><a class="button" href="${site}">Back to the site</a></p>`}`,
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
