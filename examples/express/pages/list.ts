import type { Session } from "latchkey/express";
import { html, type Html } from "../html.js";
import type { Page } from "./layout.js";

const signIn = "/auth/signin?callbackUrl=/list";

/** A list that begins without an account, and stays. */
export function listPage(session: Session | null, items: readonly string[]): Page {
  return {
    title: "Shopping list",
    body: html`<div class="hero">
        <h1>Shopping list</h1>
        <p class="lead">${lead(session)}</p>
        ${!session?.user && html`<p><a class="button primary" href="${signIn}">Start a list</a></p>`}
      </div>
      ${session?.user && list(items, session.guest === true)}`,
  };
}

function lead(session: Session | null): string {
  if (!session?.user) {
    return "You need no account: choose “Continue without an account” on the next page.";
  }
  return session.guest
    ? "You are a guest. Sign up, and the list stays yours; sign in to an account that you have, and both lists become one."
    : "The list is yours, and waits wherever you sign in.";
}

function list(items: readonly string[], isGuest: boolean): Html {
  return html`<section class="card" aria-labelledby="items">
    <h2 id="items">${items.length === 0 ? "Nothing yet" : "To buy"}</h2>
    ${
      items.length > 0 &&
      html`<ul class="links">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`
    }
    <form class="row" method="post" action="/list">
      <label for="item">Add something</label>
      <input class="field" id="item" name="item" required maxlength="80" autocomplete="off" />
      <button class="button ${!isGuest && "primary"}">Add</button>
    </form>
    ${isGuest && html`<p><a class="button primary" href="${signIn}">Sign up to keep it</a></p>`}
    <p class="how">
      <code>list.ts</code> keeps it by user id; <code>auth.ts</code> moves it when a guest signs in.
    </p>
  </section>`;
}
