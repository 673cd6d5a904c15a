import { html } from "../html.js";
import type { Section } from "./section.js";

/** Using the site before there is an account. */
export const list: Section = {
  id: "list",
  title: "Without an account",
  file: "list.ts",
  wide: () => true,
  how: html`works for guests and users alike.`,
  body: ({ session }) =>
    html`<p>Write a shopping list first, and sign up later: it stays yours.</p>
      <ul class="links">
        <li>
          <a href="/list">${session?.user ? "Your shopping list" : "Start a shopping list"}</a>
          <span class="muted">${session?.guest && "as a guest"}</span>
        </li>
      </ul>`,
};
