import { html } from "../html.js";
import { slugOf, type Person } from "../people.js";
import type { Page } from "./layout.js";

/** The members of the demo. */
export function membersPage(people: readonly Person[]): Page {
  return {
    title: "Members",
    body: html`<div class="hero">
        <h1>Members</h1>
        <p class="lead">Every address below /members is protected, also those that do not exist.</p>
      </div>
      <section class="card" aria-labelledby="people">
        <h2 id="people">People</h2>
        <ul class="links">
          ${people.map(({ name }) => html`<li><a href="/members/${slugOf(name)}">${name}</a></li>`)}
        </ul>
        <p class="how"><code>members.ts</code> protects the whole router with one line.</p>
      </section>`,
  };
}

/** One of them. */
export function memberPage({ name, email, about }: Person): Page {
  return {
    title: name,
    body: html`<div class="hero">
        <h1>${name}</h1>
        <p class="lead">${about}</p>
      </div>
      <section class="card" aria-labelledby="contact">
        <h2 id="contact">Contact</h2>
        <p>${email}</p>
        <p><a href="/members">All members</a></p>
      </section>`,
  };
}
