// What must hold below the `basePath` of next.config; the application is that of lab.mjs.
import assert from "node:assert/strict";
import { createVisitor, decode } from "./visitor.mjs";

export const mount = "/shop";
const routes = `${mount}/api/auth`;

async function signedIn({ origin }) {
  const visitor = createVisitor(origin);
  await visitor.signIn({ password: "correct" }, routes);
  assert.ok(visitor.cookies.has("authjs.session-token"), "a session cookie");
  return visitor;
}

export const scenarios = {
  "the routes are served, and named, below the basePath of Next.js": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const { credentials } = (await visitor.visit(`${routes}/providers`)).json();
    assert.equal(credentials.callbackUrl, `${origin}${routes}/callback/credentials`);
    const page = decode((await visitor.visit(`${routes}/signin`)).text);
    assert.ok(page.includes(`action="${routes}/callback/credentials"`));
  },

  "the proxy sends there, and leaves the way in open": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const { status, location } = await visitor.visit(`${mount}/mw/false`);
    const target = new URL(location, origin);
    assert.equal(status, 307);
    assert.equal(target.pathname, `${routes}/signin`);
    assert.equal(target.searchParams.get("callbackUrl"), `${origin}${mount}/mw/false`);
  },

  "auth() sees the session in pages and handlers": async (server) => {
    const visitor = await signedIn(server);
    assert.ok(
      decode((await visitor.visit(`${mount}/page/sound`)).text).includes("ada@example.com"),
    );
    const names = (await visitor.visit(`${mount}/counted-handler`)).json();
    assert.deepEqual(names, ["Ada", "Ada", "Ada"]);
  },

  "signIn() without a provider goes to the page there": async ({ origin }) => {
    const call = { name: "signIn", options: { redirect: false, redirectTo: `${mount}/counted` } };
    const { value } = (await createVisitor(origin).post(`${mount}/call`, call)).json();
    const target = new URL(value, origin);
    assert.equal(target.pathname, `${routes}/signin`);
    assert.equal(target.searchParams.get("callbackUrl"), `${origin}${mount}/counted`);
  },
};
