import type { Session } from "latchkey/express";
import { html, type Html } from "../html.js";
import type { Strategy } from "../strategy.js";
import type { Section } from "./section.js";

const kept: Readonly<Record<Strategy, string>> = {
  database: "In the store. The cookie holds only a random token.",
  jwt: "In the cookie itself, encrypted.",
};

/** The session of whoever looks at the page. */
export const session: Section = {
  id: "session",
  title: "Your session",
  file: "session.ts",
  how: html`reads it for every page into <code>res.locals.session</code>.`,
  wide: () => true,
  body: (view) => (view.session ? signedIn(view.session, view.strategy) : signedOut()),
};

function signedOut(): Html {
  return html`<div class="halves">
    <p>There is none: nobody is signed in with this browser.</p>
    ${json(null)}
  </div>`;
}

function signedIn(current: Session, strategy: Strategy): Html {
  return html`<div class="halves">
    <div class="stack">
      <dl>
        <dt>${current.guest ? "Here as" : "Signed in as"}</dt>
        <dd>
          ${current.guest ? "a guest" : (current.user?.name ?? current.user?.email ?? "someone")}
        </dd>
        <dt>Kept</dt>
        <dd>
          ${current.guest ? "The user is in the store. The cookie holds their id, encrypted." : kept[strategy]}
        </dd>
        <dt>Ends</dt>
        <dd>
          <time datetime="${current.expires}">${dateText(current.expires)}</time>, or later: visits
          renew it
        </dd>
      </dl>
      <p><a class="button" href="/auth/signout">Sign out</a></p>
    </div>
    ${json(current)}
  </div>`;
}

function json(value: Session | null): Html {
  return html`<div class="stack">
    <pre
      tabindex="0"
      aria-label="The session as JSON"
    ><code>${JSON.stringify(value, null, 2)}</code></pre>
    <p><a href="/auth/session">The same from /auth/session</a></p>
  </div>`;
}

function dateText(iso: string): string {
  return new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(iso),
  );
}
