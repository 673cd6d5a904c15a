// Every call shape of examples/next, over HTTP and without scripts.
import assert from "node:assert/strict";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { signInAs } from "latchkey/testing";
import { createVisitor, decode } from "./visitor.mjs";

const cookie = "authjs.session-token";
const good = { username: "ada", password: "correct horse" };
const greeting = ({ text }) => decode(/id="greeting">([^<]*)</.exec(text)?.[1] ?? "");

async function signedIn({ origin }, options) {
  const visitor = createVisitor(origin, options);
  const response = await visitor.submit("/login", "password", good);
  assert.equal(response.status, 303);
  assert.ok(visitor.cookies.has(cookie), "a session cookie");
  return visitor;
}

export const scenarios = {
  "[SVC-8][RTE-1] the routes are served below /api/auth": async ({ origin }) => {
    const { visit } = createVisitor(origin);
    const response = await visit("/api/auth/providers");
    const { credentials } = response.json();
    assert.equal(credentials.signinUrl, `${origin}/api/auth/signin/credentials`);
    assert.equal((await visit("/api/auth/session")).text, "null");
    assert.equal((await visit("/api/auth/nothing")).status, 404);
    assert.equal((await visit("/api/auth/providers", { method: "HEAD" })).status, 200);
  },

  "[FUL-6] a server action signs in with a form and goes where the form says": async (server) => {
    const visitor = createVisitor(server.origin);
    const fields = { ...good, redirectTo: "/protected" };
    const response = await visitor.submit("/login", "password", fields);
    assert.equal(new URL(response.location, server.origin).pathname, "/protected");
    assert.match((await visitor.visit("/protected")).text, /Only for <!-- -->Ada Lovelace/);
  },

  "[FUL-7] a wrong password is told on the page": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const response = await visitor.submit("/login", "password", { ...good, password: "wrong" });
    assert.equal(response.status, 200);
    assert.match(response.text, /role="alert">Wrong password</);
    assert.equal(visitor.cookies.has(cookie), false);
  },

  "[FUL-1] auth() in server components and route handlers": async (server) => {
    const nobody = createVisitor(server.origin);
    assert.equal(greeting(await nobody.visit("/")), "Not signed in");
    assert.equal((await nobody.visit("/api/me")).status, 401);
    const visitor = await signedIn(server);
    assert.equal(greeting(await visitor.visit("/")), "Signed in as Ada Lovelace");
    assert.equal((await visitor.visit("/api/me")).json().user.email, "ada@example.com");
  },

  "[FUL-2] auth(req, res) in an API route, auth(context) in getServerSideProps": async (server) => {
    const nobody = createVisitor(server.origin);
    assert.equal((await nobody.visit("/api/legacy")).status, 401);
    assert.match((await nobody.visit("/legacy")).text, /id="legacy">nobody</);
    const visitor = await signedIn(server);
    assert.equal((await visitor.visit("/api/legacy")).json().user.name, "Ada Lovelace");
    assert.match((await visitor.visit("/legacy")).text, /id="legacy">Ada Lovelace</);
  },

  "[FUL-3] a wrapped route handler sees the session on its request": async (server) => {
    assert.equal((await createVisitor(server.origin).visit("/api/wrapped")).json().name, null);
    const visitor = await signedIn(server);
    assert.equal((await visitor.visit("/api/wrapped")).json().name, "Ada Lovelace");
  },

  "[FUL-4][CBK-8] auth as the proxy lets in whom authorized lets in": async (server) => {
    const refused = await createVisitor(server.origin).visit("/members?tab=1");
    assert.equal(refused.status, 307);
    const location = new URL(refused.location, server.origin);
    assert.equal(location.pathname, "/login");
    assert.equal(location.searchParams.get("callbackUrl"), `${server.origin}/members?tab=1`);
    const visitor = await signedIn(server);
    assert.match((await visitor.visit("/members")).text, /Welcome, member <!-- -->Ada Lovelace/);
  },

  "whom the test kit has signed in, on the same database, is a member": async (server) => {
    const { origin, settings } = server;
    await createVisitor(origin).visit("/api/auth/session");
    const db = await connect(settings.DATABASE_URL);
    const adapter = SqlAdapter(db);
    await adapter.migrate();
    const config = { providers: [], secret: settings.AUTH_SECRET, adapter, basePath: "/api/auth" };
    const grace = { name: "Grace", email: "grace@example.com" };
    const { headers } = await signInAs(config, grace, { origin });
    await db.destroy();
    const { visit } = createVisitor(origin);
    assert.match((await visit("/members", { headers })).text, /Welcome, member <!-- -->Grace/);
    assert.equal((await visit("/api/me", { headers })).json().user.email, grace.email);
  },

  "[FUL-5] signIn without a provider goes to the sign-in page": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const response = await visitor.submit("/", "sign-in");
    const location = new URL(response.location, origin);
    assert.equal(location.pathname, "/login");
    assert.equal(location.searchParams.get("callbackUrl"), `${origin}/`);
  },

  "[FUL-8] signOut removes the session from the store and goes back to the page": async (
    server,
  ) => {
    const visitor = await signedIn(server);
    const token = visitor.cookies.get(cookie);
    const response = await visitor.submit("/", "sign-out");
    assert.equal(new URL(response.location, server.origin).href, `${server.origin}/`);
    assert.equal(visitor.cookies.has(cookie), false);
    const replay = await visitor.visit("/api/me", { headers: { cookie: `${cookie}=${token}` } });
    assert.equal(replay.status, 401);
  },

  "[FUL-8] with redirect false it gives the URL, in a route handler": async (server) => {
    const visitor = await signedIn(server);
    const { url } = (await visitor.post("/api/sign-out", {})).json();
    assert.equal(url, `${server.origin}/?signed=out`);
    assert.equal(visitor.cookies.has(cookie), false);
  },

  "[FUL-9] unstable_update changes the session, in a server action": async (server) => {
    const visitor = await signedIn(server);
    await visitor.submit("/profile", "rename", { name: "Countess of Lovelace" });
    assert.equal((await visitor.visit("/api/me")).json().user.name, "Countess of Lovelace");
    await visitor.submit("/profile", "rename", { name: "Ada Lovelace" });
  },

  "auth() never gives out the token of the session": async (server) => {
    const visitor = await signedIn(server);
    const token = visitor.cookies.get(cookie);
    for (const path of ["/", "/client", "/api/me", "/api/legacy", "/api/auth/session"]) {
      assert.equal((await visitor.visit(path)).text.includes(token), false, path);
    }
  },

  "R05 headers and addresses that steer Next.js open nothing": async ({ origin }) => {
    const { visit } = createVisitor(origin);
    const subrequests = ["proxy", "middleware", "src/proxy"].map((name) =>
      Array(5).fill(name).join(":"),
    );
    const hostile = [
      ...subrequests.map((value) => ({ "x-middleware-subrequest": value })),
      { "x-middleware-rewrite": "/members" },
      { "x-middleware-next": "1" },
      { "x-middleware-set-cookie": `${cookie}=x` },
      { "x-nextjs-data": "1" },
      { "next-action": "0".repeat(42) },
      { rsc: "1" },
      { rsc: "1", "next-router-prefetch": "1" },
      { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/members" },
    ];
    const paths = ["/members", "/members.rsc", "/members.segments/_tree.segment.rsc", "/protected"];
    for (const headers of hostile) {
      for (const path of paths) {
        const { text } = await visit(path, { headers });
        assert.doesNotMatch(text, /Welcome, member|Only for/, `${path} ${Object.keys(headers)}`);
      }
      assert.notEqual((await visit("/api/me", { headers })).status, 200);
    }
    for (const path of ["/_next/data/build/members.json", "/_next/data/build/en/legacy.json"]) {
      assert.doesNotMatch((await visit(path)).text, /Lovelace/, path);
    }
  },

  "R06 auth() is null with a cookie of junk": async ({ origin }) => {
    const { visit } = createVisitor(origin);
    for (const value of ["junk", "a.b.c.d.e", "%00", "x".repeat(3000)]) {
      const headers = { cookie: `${cookie}=${value}` };
      assert.equal((await visit("/api/me", { headers })).status, 401);
      assert.equal(greeting(await visit("/", { headers })), "Not signed in");
    }
  },

  "R09 a host called signin changes nothing": async (server) => {
    const visitor = await signedIn(server, { host: "signin.app.test" });
    assert.equal((await visitor.visit("/api/me")).status, 200);
    const { credentials } = (await visitor.visit("/api/auth/providers")).json();
    assert.equal(credentials.callbackUrl, "http://signin.app.test/api/auth/callback/credentials");
  },

  "a form of another site is refused": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const { csrfToken } = (await visitor.visit("/api/auth/csrf")).json();
    const response = await visitor.visit("/api/auth/callback/credentials", {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://evil.test",
      },
      body: new URLSearchParams({ csrfToken, ...good }).toString(),
    });
    assert.equal(visitor.cookies.has(cookie), false);
    assert.match(response.location, /error=MissingCSRF/);
  },

  "signs in by e-mail, from a server action": async (server) => {
    const visitor = createVisitor(server.origin);
    const fields = { email: "bob@example.com", redirectTo: "/protected" };
    const asked = await visitor.submit("/login", "sign-in-mail", fields);
    assert.match(asked.location, /verify-request/);
    const link = /http\S+callback\/mail\S+/.exec(server.log())?.[0];
    assert.ok(link, "a link in the mail");
    const { pathname, search } = new URL(link);
    const followed = await visitor.visit(pathname + search);
    assert.equal(new URL(followed.location, server.origin).pathname, "/protected");
    assert.equal((await visitor.visit("/api/me")).json().user.email, "bob@example.com");
  },
};

/** What is asked of it when it has no usable secret. */
export const withoutSecret = {
  "R06 auth() is null without a secret": async (server) => {
    const { visit } = createVisitor(server.origin);
    const headers = { cookie: `${cookie}=anything` };
    assert.equal((await visit("/api/me", { headers })).status, 401);
    assert.equal(greeting(await visit("/", { headers })), "Not signed in");
    assert.equal((await visit("/members")).status, 307);
    assert.match(server.log(), /MissingSecret/);
  },
};

/** What is asked of it when its database can't be opened. */
export const withoutDatabase = {
  "R06 nobody is taken for signed out when the store is down": async (server) => {
    const { visit } = createVisitor(server.origin);
    const headers = { cookie: `${cookie}=anything` };
    for (const path of ["/api/me", "/api/legacy", "/members", "/"]) {
      const answer = await visit(path, { headers });
      assert.equal(answer.status, 503, path);
      assert.equal(answer.headers["set-cookie"], undefined, path);
    }
  },
};

/** What is asked of it behind a proxy, its URL being known. */
export const withUrl = {
  "AUTH_URL is the site, whatever the host of a request": async (server) => {
    const visitor = createVisitor(server.origin);
    const { credentials } = (await visitor.visit("/api/auth/providers")).json();
    assert.equal(credentials.signinUrl, "https://app.test/api/auth/signin/credentials");
    const refused = await visitor.visit("/members");
    assert.equal(
      refused.location,
      "https://app.test/login?callbackUrl=https%3A%2F%2Fapp.test%2Fmembers",
    );
    const headers = { "x-forwarded-host": "evil.test", "x-forwarded-proto": "http, https" };
    const again = await visitor.visit("/api/auth/providers", { headers });
    assert.equal(again.json().credentials.signinUrl, credentials.signinUrl);
  },
};
