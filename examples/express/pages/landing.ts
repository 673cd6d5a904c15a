import { html, type Html } from "../html.js";
import { sectionsFor } from "../sections/index.js";
import { signedIn } from "../session.js";
import type { LandingView, Section } from "../sections/section.js";
import type { Page } from "./layout.js";

/** What this is, and every part of it at a glance. */
export function landingPage(view: LandingView): Page {
  return {
    title: "Home",
    body: html`<div class="hero">
        <h1>Sign-in that already works</h1>
        <p class="lead">
          This is an Express app with Latchkey built in. Nothing is set up outside this machine:
          pick a way in and look around.
        </p>
        ${callToAction(view)}
      </div>
      <div class="sections">
        ${sectionsFor(view).map((section) => sectionHtml(section, view))}
      </div>`,
  };
}

function callToAction({ session }: LandingView): Html {
  const user = signedIn(session);
  if (!user) {
    return html`<p><a class="button primary" href="/auth/signin?callbackUrl=/">Sign in</a></p>`;
  }
  return html`<p class="done" role="status">
    You are signed in as <strong>${user.name ?? user.email}</strong>.
    <a href="/protected">See the protected page</a>
  </p>`;
}

function sectionHtml({ id, title, file, how, body, wide }: Section, view: LandingView): Html {
  return html`<section class="card ${wide?.(view) === true && "wide"}" aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${body(view)}
    <p class="how"><code>${file}</code> ${how}</p>
  </section>`;
}
