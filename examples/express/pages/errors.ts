import { html } from "../html.js";
import type { Page } from "./layout.js";

export function notFoundPage(): Page {
  return {
    title: "Not found",
    body: html`<div class="hero">
      <h1>There is nothing here</h1>
      <p class="lead">The address may be mistyped, or the page has moved.</p>
      <p><a class="button primary" href="/">Go to the start</a></p>
    </div>`,
  };
}

export function failedPage(): Page {
  return {
    title: "Something went wrong",
    body: html`<div class="hero">
      <h1>Something went wrong</h1>
      <p class="lead">
        The page could not be made. It is not your fault, and you are still signed in if you were.
        The terminal shows the cause.
      </p>
      <p><a class="button primary" href="/">Go to the start</a></p>
    </div>`,
  };
}
