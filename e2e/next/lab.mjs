// What must hold for every version of Next.js; e2e/next-previous is the application.
import assert from "node:assert/strict";
import { createVisitor, decode } from "./visitor.mjs";

const failures = ["bad secret", "other secret", "session callback throws", "jwt callback throws"];
const outages = ["adapter down", "adapter absent", "lazy config throws", "lazy config rejects"];
const junk = { cookie: "authjs.session-token=junk" };
const inPage = ({ text }) => JSON.parse(decode(/<pre>(.*?)<\/pre>/s.exec(text)[1]));

async function signedIn({ origin }) {
  const visitor = createVisitor(origin);
  await visitor.signIn({ password: "correct" });
  assert.ok(visitor.cookies.has("authjs.session-token"), "a session cookie");
  return visitor;
}

/** Where a refused request is sent: the sign-in page, with the way back. */
function assertDenied(response, path, status = 307) {
  assert.equal(response.status, status);
  const location = new URL(response.location, "http://here");
  assert.equal(location.pathname, "/api/auth/signin");
  assert.equal(new URL(location.searchParams.get("callbackUrl")).pathname, path);
}

export const scenarios = {
  "[SVC-8][RTE-1] the routes are served below /api/auth": async ({ origin }) => {
    const response = await createVisitor(origin).visit("/api/auth/providers");
    assert.equal(response.status, 200);
    const { credentials } = response.json();
    assert.equal(credentials.callbackUrl, `${origin}/api/auth/callback/credentials`);
  },

  "[SVC-9] a lazy configuration gets the request, and none in a server component": async (
    server,
  ) => {
    const response = await createVisitor(server.origin).visit("/seen");
    assert.deepEqual(response.json(), ["no request", "/seen"]);
  },

  "[FUL-1] auth() gives the session in server components and route handlers": async (server) => {
    const visitor = await signedIn(server);
    const session = inPage(await visitor.visit("/page/sound"));
    assert.equal(session.user.email, "ada@example.com");
    assert.deepEqual((await visitor.visit("/read/sound")).json().auth.user, session.user);
  },

  "[FUL-1] the session is read once, however many components ask": async (server) => {
    const visitor = await signedIn(server);
    const reads = async () => (await visitor.visit("/count")).json().reads;
    const before = await reads();
    const page = await visitor.visit("/counted");
    assert.equal(page.text.match(/<li>Ada<\/li>/g).length, 4);
    assert.equal((await reads()) - before, 1);
  },

  "[FUL-1] auth() inside a wrapped handler gives what was read for it": async (server) => {
    const visitor = await signedIn(server);
    const reads = async () => (await visitor.visit("/count")).json().reads;
    const before = await reads();
    const names = (await visitor.visit("/counted-handler")).json();
    assert.deepEqual(names, ["Ada", "Ada", "Ada"]);
    assert.equal((await reads()) - before, 1);
  },

  "auth() is of the visitor, also where a handler is called with another request": async (
    server,
  ) => {
    const visitor = await signedIn(server);
    const { inside, after } = (await visitor.visit("/own-request")).json();
    assert.deepEqual(inside, [null, "Ada"]);
    assert.equal(after, "Ada");
  },

  "R06 auth() is null for every lasting way in which reading can fail": async (server) => {
    const visitor = await signedIn(server);
    for (const lab of failures) {
      const path = encodeURIComponent(lab);
      assert.equal(
        (await visitor.visit(`/read/${path}`)).json().auth,
        null,
        `${lab}, in a handler`,
      );
      assert.equal(inPage(await visitor.visit(`/page/${path}`)), null, `${lab}, in a page`);
    }
    const tampered = await createVisitor(server.origin).visit("/read/sound", { headers: junk });
    assert.equal(tampered.json().auth, null, "a bad cookie");
  },

  "decision 43: while nothing is known of the session, auth() rejects": async (server) => {
    const visitor = await signedIn(server);
    for (const lab of outages) {
      const path = encodeURIComponent(lab);
      for (const place of ["read", "page"]) {
        const { status } = await visitor.visit(`/${place}/${path}`);
        assert.equal(status, 500, `${lab}, ${place}`);
      }
    }
    assert.ok(visitor.cookies.has("authjs.session-token"), "the cookie stays");
    assert.match(server.log(), /SessionUnavailable/);
    assert.match(server.log(), /The database is down/);
    assert.match(server.log(), /There is no configuration/);
  },

  "R07 a falsy authorized denies also where a handler is wrapped": async ({ origin }) => {
    const { visit, post } = createVisitor(origin);
    for (const verdict of ["no", "nothing", "zero"]) {
      assertDenied(await visit(`/guarded/${verdict}`), `/guarded/${verdict}`);
    }
    assertDenied(await post("/guarded/no", {}), "/guarded/no", 303);
    assert.equal((await visit("/guarded/yes")).json().ran, "yes");
  },

  "R08 [CBK-8] every answer of authorized is defined, with a wrapped handler": async ({
    origin,
  }) => {
    const { visit } = createVisitor(origin);
    assertDenied(await visit("/guarded/throws"), "/guarded/throws");
    assertDenied(await visit("/guarded/rejects"), "/guarded/rejects");
    assert.equal((await visit("/guarded/teapot")).status, 418);
    const away = await visit("/guarded/away");
    assert.equal(new URL(away.location, origin).pathname, "/elsewhere");
    const relative = await visit("/guarded/relative");
    assert.equal(new URL(relative.location, origin).pathname, "/elsewhere");
    assert.equal((await visit("/guarded/circle")).json().ran, "circle");
  },

  "R08 [FUL-4][CBK-8] every answer of authorized is defined, in middleware": async ({ origin }) => {
    const { visit } = createVisitor(origin);
    assert.match((await visit("/mw/yes")).text, /reached/);
    for (const verdict of ["no", "nothing", "zero", "throws", "rejects"]) {
      assertDenied(await visit(`/mw/${verdict}`), `/mw/${verdict}`);
    }
    assert.equal((await visit("/mw/teapot")).status, 418);
    for (const verdict of ["away", "relative"]) {
      const response = await visit(`/mw/${verdict}`);
      assert.equal(new URL(response.location, origin).pathname, "/elsewhere", verdict);
    }
    assert.match((await visit("/mw/circle")).text, /reached/);
    assert.match((await visit("/mw/circle?a=1")).text, /reached/);
    assert.match((await visit("/mw/growing-circle?callbackUrl=%2F")).text, /reached/);
  },

  "R05 headers that steer Next.js open nothing": async ({ origin }) => {
    const { visit } = createVisitor(origin);
    const hostile = {
      "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware",
      "x-middleware-rewrite": "/page/sound",
      "x-middleware-next": "1",
      "x-nextjs-data": "1",
      rsc: "1",
    };
    for (const [name, value] of Object.entries(hostile)) {
      const headers = { [name]: value };
      const page = await visit("/page/sound", { headers });
      assert.doesNotMatch(page.text, /ada@example\.com/, name);
      assert.notEqual((await visit("/guarded/no", { headers })).status, 200, name);
    }
  },

  "a cookie renewed in middleware is seen by the page of the same request": async (server) => {
    const visitor = await signedIn(server);
    const before = visitor.cookies.get("authjs.session-token");
    const seen = inPage(await visitor.visit("/renewed"));
    const after = visitor.cookies.get("authjs.session-token");
    assert.notEqual(after, before);
    assert.deepEqual(seen.inHeader, [`authjs.session-token=${after}`]);
    assert.equal(seen.inStore, after);
    assert.equal(seen.name, "Ada");
  },

  "a cookie cleared in middleware is not seen by the page of the same request": async (server) => {
    const visitor = createVisitor(server.origin);
    const response = await visitor.visit("/renewed", { headers: junk });
    assert.match(String(response.headers["set-cookie"]), /authjs\.session-token=;/);
    assert.deepEqual(inPage(response), { inHeader: [], name: null });
  },

  "[FUL-6] signIn takes a form, and redirect false gives the URL": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const form = { password: "correct", redirect: "false", redirectTo: "/target" };
    const { value, session } = (
      await visitor.post("/call", { name: "signIn", provider: "credentials", form })
    ).json();
    assert.equal(value, `${origin}/target`);
    assert.equal(session.user.name, "Ada", "auth() in the same request sees the new session");
    assert.equal((await visitor.visit("/read/sound")).json().auth.user.name, "Ada");
  },

  "[FUL-6] without redirectTo it is back to the current page": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const call = { name: "signIn", provider: "credentials", options: { password: "correct" } };
    const redirected = await visitor.post("/call", call, { referer: `${origin}/page/sound?x=1` });
    assert.equal(redirected.status, 307);
    assert.equal(new URL(redirected.location, origin).href, `${origin}/page/sound?x=1`);
    const foreign = await visitor.post("/call", call, { referer: "https://evil.test/x" });
    assert.equal(new URL(foreign.location, origin).href, `${origin}/`);
  },

  "[FUL-5] signIn without a known provider leads to the sign-in page": async ({ origin }) => {
    const visitor = createVisitor(origin);
    for (const provider of [undefined, "unknown"]) {
      const options = { redirect: false, redirectTo: "/there" };
      const { value } = (await visitor.post("/call", { name: "signIn", provider, options })).json();
      const url = new URL(value);
      assert.equal(url.origin + url.pathname, `${origin}/api/auth/signin`);
      assert.equal(url.searchParams.get("callbackUrl"), `${origin}/there`);
    }
  },

  "[FUL-7] signIn throws the AuthError": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const options = { password: "wrong", redirect: false };
    const wrong = { name: "signIn", provider: "credentials", options };
    assert.equal((await visitor.post("/call", wrong)).json().thrown, "CredentialsSignin");
    assert.equal(visitor.cookies.has("authjs.session-token"), false);
  },

  "E11 authorization parameters that are the library's own are refused": async ({ origin }) => {
    const visitor = createVisitor(origin);
    for (const name of ["state", "redirect_uri", "nonce", "code_challenge"]) {
      const call = { name: "signIn", provider: "credentials", params: { [name]: "mine" } };
      const { message } = (await visitor.post("/call", call)).json();
      assert.match(message, new RegExp(name));
    }
  },

  "[FUL-8] signOut invalidates the cookie and gives the URL": async (server) => {
    const visitor = await signedIn(server);
    const options = { redirect: false, redirectTo: "/bye" };
    const { value, session } = (await visitor.post("/call", { name: "signOut", options })).json();
    assert.equal(value, `${server.origin}/bye`);
    assert.equal(session, null);
    assert.equal(visitor.cookies.has("authjs.session-token"), false);
  },

  "[FUL-9] unstable_update gives the session that the callbacks make": async (server) => {
    const visitor = await signedIn(server);
    const { value } = (
      await visitor.post("/call", { name: "update", options: { name: "Countess" } })
    ).json();
    assert.equal(value.user.name, "Countess");
    assert.equal((await visitor.visit("/read/sound")).json().auth.user.name, "Countess");
    const nobody = createVisitor(server.origin);
    const refused = await nobody.post("/call", { name: "update", options: { name: "X" } });
    assert.equal(refused.json().value, null);
  },

  "requireFresh asks for a proof, and is content with it": async (server) => {
    const visitor = await signedIn(server);
    const call = { name: "requireFresh", options: { redirectTo: "/page/sound" } };
    const asked = (await visitor.post("/call", call)).json().value;
    assert.equal(asked.ok, false);
    const { pathname, search, searchParams } = new URL(asked.url);
    assert.equal(pathname, "/api/auth/signin");
    assert.equal(searchParams.get("callbackUrl"), `${server.origin}/page/sound`);
    assert.equal((await visitor.visit(pathname + search)).status, 200);
    await visitor.signIn({ password: "correct" });
    assert.deepEqual((await visitor.post("/call", call)).json().value, { ok: true });
    const nobody = (await createVisitor(server.origin).post("/call", call)).json().value;
    assert.equal(new URL(nobody.url).searchParams.has("prove"), false);
  },

  "R09 a host called signin changes nothing": async ({ origin }) => {
    const visitor = createVisitor(origin, { host: "signin.app.test" });
    const options = { password: "correct", redirect: false };
    const call = { name: "signIn", provider: "credentials", options };
    assert.equal((await visitor.post("/call", call)).json().value, "http://signin.app.test/");
    assert.equal((await visitor.visit("/read/sound")).json().auth.user.name, "Ada");
  },
};
