import { html, type Html } from "../html.js";
import type { Page } from "./layout.js";

/** What the API answered, or why it was not asked. */
export type CalendarView = { readonly issuer: string } & (
  | { readonly status: number; readonly answer: unknown }
  | { readonly reason: string }
);

/** A page made with the API of another site. */
export function calendarPage(view: CalendarView): Page {
  return {
    title: "Calendar",
    body: html`<div class="hero">
        <h1>Your calendar at Local Identity</h1>
        <p class="lead">
          This page calls an API of Local Identity with an access token of yours. It lives for 30
          seconds: come back later, and there is another one.
        </p>
      </div>
      <section class="card" aria-labelledby="answer">
        <h2 id="answer">What the API answers</h2>
        ${"reason" in view ? notAsked(view.reason) : answered(view.status, view.answer)}
        <p class="how"><code>calendar.ts</code> asks for a token that works, and calls.</p>
      </section>`,
  };
}

function answered(status: number, answer: unknown): Html {
  return html`<p>Status ${status}</p>
    <pre
      tabindex="0"
      aria-label="The answer as JSON"
    ><code>${JSON.stringify(answer, null, 2)}</code></pre>
    <p><a class="button" href="/calendar">Ask again</a></p>`;
}

function notAsked(reason: string): Html {
  return html`<p>
      ${
        reason === "TokenNotLinked"
          ? "It was not asked: you have no account at Local Identity."
          : "It was not asked: there is no token any more that Local Identity takes."
      }
      <code>${reason}</code>
    </p>
    <p>
      ${
        reason === "TokenNotLinked"
          ? html`<a class="button" href="/auth/account">Add one on your account page</a>`
          : html`<a class="button" href="/auth/signin?callbackUrl=/calendar"
              >Sign in there again</a
            >`
      }
    </p>`;
}
