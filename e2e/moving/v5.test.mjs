// next-auth 5 as it is published, and latchkey/next in its place: the same configuration, the same cookies.
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { FullstackAuth } from "latchkey/next";
import { MemoryAdapter, createMemoryStore } from "latchkey/adapters/memory";
import { authjsMigration } from "latchkey/plugins/authjs-migration";
import Credentials from "latchkey/providers/credentials";
import { beforeAll, describe, expect, it } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const origin = "http://localhost:3000";
const secret = "a secret of the tests that is long enough for everybody";
const older = "an older secret of the tests, long enough too";
const short = "a short one";
const soon = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);

let published;
beforeAll(async () => {
  const outfile = join(here, ".build/next-auth-5.mjs");
  await build({
    stdin: {
      contents: `
        export { default as NextAuth } from "next-auth";
        export { default as Credentials } from "next-auth/providers/credentials";
        export { encode } from "next-auth/jwt";
        export { NextRequest } from "next/server";
      `,
      resolveDir: here,
    },
    bundle: true,
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "error",
    banner: {
      js: 'import { createRequire as createRequireHere } from "node:module"; const require = createRequireHere(import.meta.url);',
    },
  });
  published = await import(pathToFileURL(outfile).href);
});

/** Somebody with one browser, at whichever of the two servers answers. */
class Visitor {
  cookies = new Map();

  async ask({ handlers }, route, fields) {
    const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
    const init = fields ? { method: "POST", body: new URLSearchParams(fields) } : {};
    const request = new published.NextRequest(`${origin}/api/auth/${route}`, {
      ...init,
      headers: { cookie, origin },
    });
    const response = await handlers[fields ? "POST" : "GET"](request);
    for (const line of response.headers.getSetCookie()) {
      const [pair] = line.split(";");
      const at = pair.indexOf("=");
      if (/max-age=0/i.test(line) || pair.endsWith("=")) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  session = async (server) => (await this.ask(server, "session")).json();

  async signIn(server) {
    const { csrfToken } = await (await this.ask(server, "csrf")).json();
    const fields = { csrfToken, username: "ada", password: "right" };
    return this.ask(server, "callback/credentials", fields);
  }
}

const people = {
  credentials: { username: {}, password: {} },
  authorize: ({ password }) =>
    password === "right" ? { id: "1", name: "Ada", email: "ada@example.org" } : null,
};

function configOf(seen, more = {}) {
  return {
    secret,
    trustHost: true,
    basePath: "/api/auth",
    session: { strategy: "jwt" },
    logger: { error() {}, warn() {}, debug() {} },
    ...more,
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, role: "admin", ...more.claims } : token),
      session({ session, token }) {
        seen.push({ ...token });
        return { ...session, role: token.role };
      },
    },
  };
}

function both({ old = {}, now = {} } = {}) {
  const seen = { old: [], now: [] };
  const theirs = [published.Credentials(people)];
  const before = published.NextAuth({ ...configOf(seen.old, old), providers: theirs });
  const after = FullstackAuth({ ...configOf(seen.now, now), providers: [Credentials(people)] });
  return { before, after, seen };
}

const ownWays = {
  encode: ({ token, secret: key }) =>
    Buffer.from(JSON.stringify({ key: [key].flat()[0], token })).toString("base64url"),
  decode: ({ token, secret: key }) => {
    const read = JSON.parse(Buffer.from(token, "base64url").toString());
    return [key].flat().includes(read.key) ? read.token : null;
  },
};

const ofEachToken = new Set(["iat", "exp", "jti"]);
const claimsOf = (token) =>
  Object.fromEntries(Object.entries(token).filter(([name]) => !ofEachToken.has(name)));

describe("cookies written by next-auth 5", () => {
  it.each([
    ["small", {}],
    ["in chunks", { old: { claims: { blob: "x".repeat(6000) } } }],
    ["with encode and decode of its own", { old: { jwt: ownWays }, now: { jwt: ownWays } }],
    ["of a secret that was replaced", { old: { secret: older }, now: { secret: [secret, older] } }],
    [
      "of a secret that is too short",
      {
        old: { secret: short },
        now: { plugins: [authjsMigration({ secret: short, until: soon, weakSecret: true })] },
      },
    ],
  ])("%s: signed in after the move, with the same claims in the callbacks", async (_, config) => {
    const { before, after, seen } = both(config);
    const visitor = new Visitor();
    await visitor.signIn(before);
    expect(await visitor.session(before)).toMatchObject({ role: "admin", user: { name: "Ada" } });
    const session = await visitor.session(after);
    expect(session).toMatchObject({
      role: "admin",
      user: { name: "Ada", email: "ada@example.org" },
    });
    expect(claimsOf(seen.now[0])).toEqual(claimsOf(seen.old.at(-1)));
    expect(await visitor.session(after)).toMatchObject({ role: "admin" });
  });

  it("a move that is undone: sessions that began here are read there", async () => {
    const { before, after } = both();
    const visitor = new Visitor();
    await visitor.signIn(after);
    expect(await visitor.session(before)).toMatchObject({ role: "admin", user: { name: "Ada" } });
  });

  it("forged, expired, of another secret, for another cookie: nobody", async () => {
    const { after } = both();
    const salt = "authjs.session-token";
    const token = { sub: "1", name: "Ada" };
    const good = await published.encode({ token, secret, salt });
    const bad = [
      `${good.slice(0, -3)}AAA`,
      await published.encode({ token, secret, salt, maxAge: -100 }),
      await published.encode({ token, secret: older, salt }),
      await published.encode({ token, secret, salt: "authjs.state" }),
    ];
    for (const value of bad) {
      const visitor = new Visitor();
      visitor.cookies.set(salt, value);
      expect(await visitor.session(after)).toBeNull();
    }
    const visitor = new Visitor();
    visitor.cookies.set(salt, good);
    expect(await visitor.session(after)).toMatchObject({ user: { name: "Ada" } });
  });
});

describe("rows written by next-auth 5", () => {
  it("go on, by the same cookie", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    const mails = [];
    const email = {
      id: "email",
      name: "Email",
      type: "email",
      from: "a@example.org",
      maxAge: 3600,
      sendVerificationRequest: ({ url }) => void mails.push(new URL(url)),
    };
    const stored = { adapter, session: { strategy: "database" }, callbacks: {} };
    const common = { ...configOf([]), ...stored, providers: [email] };
    const [before, after] = [published.NextAuth(common), FullstackAuth(common)];
    const visitor = new Visitor();
    const { csrfToken } = await (await visitor.ask(before, "csrf")).json();
    await visitor.ask(before, "signin/email", { csrfToken, email: "ada@example.org" });
    await visitor.ask(before, `callback/email${mails[0].search}`);
    const row = visitor.cookies.get("authjs.session-token");
    expect(await visitor.session(after)).toMatchObject({ user: { email: "ada@example.org" } });
    expect(visitor.cookies.get("authjs.session-token")).toBe(row);
    expect([store.users.size, store.sessions.size]).toEqual([1, 1]);
  });
});
