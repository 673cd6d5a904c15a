import type { User } from "latchkey/types";
import { html } from "../html.js";
import type { Page } from "./layout.js";

/** A page that only people see who are signed in. */
export function protectedPage(user: User | undefined): Page {
  return {
    title: "Protected",
    body: html`<div class="hero">
        <h1>Hello, ${user?.name ?? "you"}</h1>
        <p class="lead">
          You can read this because you are signed in. Everyone else is sent to the sign-in page
          first, and comes back here afterwards.
        </p>
      </div>
      <section class="card" aria-labelledby="rule">
        <h2 id="rule">The rule</h2>
        <p>No <code>session.user</code>, no page. One handler in front of the route says so:</p>
        <pre
          tabindex="0"
          aria-label="The code that protects this page"
        ><code>app.get("/protected", requireUser, page)</code></pre>
        <p class="how">
          <code>require-user.ts</code> decides, for single routes and for whole routers.
        </p>
      </section>`,
  };
}
