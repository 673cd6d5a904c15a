// One auth.ts with an adapter, for a middleware at the edge and for pages in Node.js; and what Next.js 16 caches.
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { createVisitor, decode } from "./visitor.mjs";

const cookie = "authjs.session-token";
const textOf = ({ text }, id) => decode(new RegExp(`id="${id}">([^<]*)<`).exec(text)?.[1] ?? "");

/** Signs in with the link of a mail, which takes the store. */
async function signedIn({ origin, log }, email) {
  const visitor = createVisitor(origin);
  const { csrfToken } = (await visitor.visit("/api/auth/csrf")).json();
  const asked = await visitor.visit("/api/auth/signin/email", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams({ csrfToken, email }).toString(),
  });
  assert.match(asked.location, /verify-request/);
  const links = log().match(/http\S+callback\/email\S+/g) ?? [];
  const { pathname, search } = new URL(links.at(-1));
  await visitor.visit(pathname + search);
  assert.ok(visitor.cookies.has(cookie), "a session cookie");
  return visitor;
}

export const scenarios = {
  "the proxy sends whoever isn't signed in to the sign-in page, without the store": async (app) => {
    const { status, location } = await createVisitor(app.origin).visit("/members");
    assert.equal(status, 307);
    assert.equal(new URL(location, app.origin).pathname, "/api/auth/signin");
    assert.doesNotMatch(app.log(), /The store is opened/);
  },

  "whom the store has signed in passes the proxy, which extends the session": async (app) => {
    const visitor = await signedIn(app, "ada@example.com");
    assert.match(app.log(), /The store is opened/);
    const before = visitor.cookies.get(cookie);
    const page = await visitor.visit("/members");
    assert.equal(page.status, 200);
    assert.equal(textOf(page, "secret"), "Welcome ada@example.com");
    assert.notEqual(visitor.cookies.get(cookie), before);
    assert.doesNotMatch(app.log(), /no database at the edge/);
  },
};

/** With `cacheComponents`. */
export const cached = {
  ...scenarios,

  "a page is prerendered, and what belongs to a user is streamed into it": async (app) => {
    const nobody = await createVisitor(app.origin).visit("/report");
    assert.ok(nobody.text.indexOf("One moment") < nobody.text.indexOf("Nobody is signed in"));
    assert.match(nobody.text, /<h1>Report<\/h1>/);
  },

  "what `use cache` keeps for one user isn't shown to another": async (app) => {
    const [ada, grace] = [
      await signedIn(app, "ada@example.com"),
      await signedIn(app, "g@example.com"),
    ];
    const first = textOf(await ada.visit("/report"), "report");
    assert.match(first, /^For ada@example\.com: 0\.\d+$/);
    assert.equal(textOf(await ada.visit("/report"), "report"), first);
    assert.match(textOf(await grace.visit("/report"), "report"), /^For g@example\.com/);
  },

  "after() knows who was answered, and auth() works in a private cache": async (app) => {
    const visitor = await signedIn(app, "eve@example.com");
    await visitor.visit("/report");
    assert.equal(textOf(await visitor.visit("/mine"), "mine"), "Cached for eve@example.com");
    assert.match(app.log(), /After the response to eve@example\.com/);
  },

  "a server function signs out, and the page shows it": async (app) => {
    const visitor = await signedIn(app, "ada@example.com");
    await visitor.submit("/report", "leave");
    assert.equal(visitor.cookies.has(cookie), false);
    assert.equal(textOf(await visitor.visit("/report"), "report"), "Nobody is signed in");
  },

  "auth() inside `use cache` or after() says what to do, and shows nobody's session": async (
    app,
  ) => {
    const visitor = await signedIn(app, "ada@example.com");
    const { text } = await visitor.visit("/wrong");
    assert.doesNotMatch(text, /Shared: ada/);
    assert.match(app.log(), /auth\(\) can't be called inside "use cache".*Call auth\(\) outside/);
    await visitor.visit("/late");
    await pause(500);
    assert.match(app.log(), /auth\(\) can't be called inside after\(\).*Call auth\(\) before/);
  },
};
