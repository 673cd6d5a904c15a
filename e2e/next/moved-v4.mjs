// An application of next-auth 4 in a real Next.js, with cookies that the published next-auth 4 wrote.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { createVisitor, decode } from "./visitor.mjs";

const published = createRequire(new URL("../moving/package.json", import.meta.url));

export const secret = "a secret for tests, longer than 32 characters";
/** Without AUTH_MOVED_UNTIL: the command wrote the day into the options. */
export const env = { NEXTAUTH_SECRET: secret, AUTH_TRUST_HOST: "true" };

const old = "next-auth.session-token";
const claims = { sub: "1", name: "Ada", email: "ada@example.org", role: "admin" };
const inPage = ({ text }) => JSON.parse(decode(/<pre>(.*?)<\/pre>/s.exec(text)[1]));

/** Somebody whom next-auth 4 signed in, before the move. */
async function fromBefore({ origin }, { token = claims, key = secret } = {}) {
  const { encode } = published("next-auth4/jwt");
  const visitor = createVisitor(origin);
  visitor.cookies.set(old, await encode({ token, secret: key }));
  return visitor;
}

/** What the published next-auth 4 reads in the only session cookie of a browser. */
async function readByOld(visitor) {
  const sessions = [...visitor.cookies.keys()].filter((name) => name.includes("session-token"));
  assert.deepEqual(sessions, [old]);
  const { decode: decodeToken } = published("next-auth4/jwt");
  return decodeToken({ token: visitor.cookies.get(old), secret });
}

/** Each way to ask who somebody is; the cookie is still that of next-auth 4. */
const ways = {
  "the session route": async (visitor) => (await visitor.visit("/api/auth/session")).json(),
  "the session route, as a route handler": async (visitor) =>
    (await visitor.visit("/routed/session")).json(),
  "getServerSession in an API route": async (visitor) => (await visitor.visit("/api/me")).json(),
  "getServerSession in a route handler": async (visitor) => (await visitor.visit("/whoami")).json(),
};
const pages = { getServerSideProps: "/props", "a server component": "/server" };

const told = Object.entries(ways).map(([name, ask]) => [
  `${name} knows people from before, and nobody else`,
  async (server) => {
    const session = await ask(await fromBefore(server));
    assert.deepEqual([session.user.name, session.role], ["Ada", "admin"]);
    const nobody = [createVisitor(server.origin), await fromBefore(server, { key: "another" })];
    for (const visitor of nobody) assert.equal((await ask(visitor))?.user, undefined);
  },
]);
const shown = Object.entries(pages).map(([name, path]) => [
  `${name} knows people from before, and nobody else`,
  async (server) => {
    assert.equal(inPage(await (await fromBefore(server)).visit(path)), "Ada");
    assert.equal(inPage(await createVisitor(server.origin).visit(path)), null);
  },
]);

export const scenarios = {
  ...Object.fromEntries([...told, ...shown]),

  "a session goes on as one that next-auth 4 reads, so that going back signs nobody out": async (
    server,
  ) => {
    const visitor = await fromBefore(server);
    await visitor.visit("/api/auth/session");
    const { sub, name, role } = await readByOld(visitor);
    assert.deepEqual([sub, name, role], ["1", "Ada", "admin"]);
    assert.equal((await visitor.visit("/api/me")).json().role, "admin");
    const token = (await visitor.visit("/api/token")).json();
    assert.deepEqual([token.sub, token.role], ["1", "admin"]);
  },

  "getToken reads a cookie of next-auth 4": async (server) => {
    const token = (await (await fromBefore(server)).visit("/api/token")).json();
    assert.deepEqual([token.sub, token.role], ["1", "admin"]);
  },

  "withAuth lets people from before pass, and sends others to sign in": async (server) => {
    const visitor = await fromBefore(server);
    assert.equal(inPage(await visitor.visit("/guarded")), "guarded");
    const refused = [
      await visitor.visit("/guarded?no"),
      await createVisitor(server.origin).visit("/guarded"),
      await (await fromBefore(server, { key: "another" })).visit("/guarded"),
      await (await fromBefore(server, { token: { sub: "2" } })).visit("/guarded"),
    ];
    for (const { status, location } of refused) {
      assert.equal(status, 307);
      assert.equal(new URL(location, server.origin).pathname, "/api/auth/signin");
    }
    await visitor.visit("/api/auth/session");
    assert.deepEqual([...visitor.cookies.keys()], [old]);
    assert.equal(inPage(await visitor.visit("/guarded")), "guarded");
  },

  "people sign in by a route handler, too": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const { location } = await visitor.signIn({ password: "wrong" }, "/routed");
    assert.equal(new URL(location, origin).searchParams.get("error"), "Wrong password, try again");
    await visitor.signIn({ password: "correct" }, "/routed");
    assert.equal((await visitor.visit("/api/me")).json().user.name, "Ada");
    assert.equal((await readByOld(visitor)).name, "Ada");
  },

  "people sign in and out; what authorize throws reaches ?error=": async ({ origin }) => {
    const visitor = createVisitor(origin);
    const { location } = await visitor.signIn({ password: "wrong" });
    const { searchParams } = new URL(location, origin);
    assert.equal(searchParams.get("error"), "Wrong password, try again");
    assert.deepEqual((await visitor.visit("/api/auth/session")).json(), {});
    await visitor.signIn({ password: "correct" });
    assert.equal((await visitor.visit("/api/me")).json().user.name, "Ada");
    assert.equal(inPage(await visitor.visit("/guarded")), "guarded");
    const { csrfToken } = (await visitor.visit("/api/auth/csrf")).json();
    await visitor.post("/api/auth/signout", { csrfToken });
    assert.equal((await visitor.visit("/api/me")).json(), null);
  },
};
