// next-auth 4 as it is published, and latchkey/v4 in its place: the same options, the same cookies, one database.
import { createRequire } from "node:module";
import { MemoryAdapter, createMemoryStore } from "latchkey/adapters/memory";
import { NextAuth, getServerSession } from "latchkey/v4";
import { getCsrfToken, getSession } from "latchkey/react";
import * as jwt from "latchkey/v4/jwt";
import { withAuth } from "latchkey/v4/middleware";
import Credentials from "latchkey/v4/providers/credentials";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Person, servePages } from "./pages-server.mjs";

const require = createRequire(import.meta.url);
const { default: PublishedNextAuth } = require("next-auth4");
const published = require("next-auth4/jwt");
const { default: PublishedCredentials } = require("next-auth4/providers/credentials");
const { default: PublishedEmail } = require("next-auth4/providers/email");

const secret = "a secret of the tests that is long enough for everybody";
const short = "a short one";
const soon = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
const form = { username: "ada", password: "correct horse" };

beforeEach(() => {
  vi.stubEnv("NEXTAUTH_URL", "http://127.0.0.1");
  vi.stubEnv("NEXTAUTH_SECRET", "");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const people = {
  credentials: { username: { label: "Name" }, password: { type: "password" } },
  authorize(credentials, req) {
    if (req.method !== "POST" || !req.headers["user-agent"]) return null;
    if (credentials.username.toUpperCase() !== "ADA") return null;
    if (credentials.password !== form.password) throw new Error("Wrong password, try again");
    return { id: "1", name: "Ada", email: "ada@example.org", image: null };
  },
};

/** Options of an application, as it has them with either library. */
function options(seen = [], more = {}) {
  return {
    secret,
    session: { strategy: "jwt" },
    callbacks: {
      jwt({ token, user }) {
        if (user) token.role = "admin";
        return token;
      },
      session({ session, token }) {
        seen.push({ ...token });
        return { ...session, role: token.role };
      },
    },
    logger: { error() {}, warn() {} },
    ...more,
  };
}

async function bothServers({ old = {}, now = {} } = {}) {
  const seen = { old: [], now: [] };
  const before = await servePages(
    PublishedNextAuth({ ...options(seen.old), providers: [PublishedCredentials(people)], ...old }),
  );
  const after = await servePages(
    NextAuth({
      ...options(seen.now),
      providers: [Credentials(people)],
      migration: { until: soon },
      ...now,
    }),
  );
  const at = (origin) => (route) => `${origin}/api/auth/${route}`;
  return { before: at(before), after: at(after), seen };
}

const claimsOf = (token) =>
  Object.fromEntries(
    Object.entries(token).filter(([name]) => !["iat", "exp", "jti"].includes(name)),
  );

describe("cookies written by next-auth 4", () => {
  const cases = {
    small: {},
    "in chunks": {
      old: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, role: "admin", blob: "x".repeat(6000) }),
        },
      },
    },
    "with encode and decode of its own": {
      old: { jwt: ownWays() },
      now: { jwt: ownWays() },
    },
    "of a secret that is too short": {
      old: { secret: short },
      now: { migration: { until: soon, secret: short, weakSecret: true } },
    },
    "of a secret that was replaced": {
      old: { secret: "an older secret of the tests, long enough too" },
      now: { migration: { until: soon, secret: "an older secret of the tests, long enough too" } },
    },
  };

  it.each(Object.entries(cases))(
    "%s: signed in after the move, with the same claims",
    async (_, config) => {
      const { before, after, seen } = await bothServers(config);
      const person = new Person();
      const signedIn = await person.post(before("callback/credentials"), form);
      expect(signedIn.status).toBe(302);
      expect(person.sessionCookies()[0]).toMatch(/^next-auth\.session-token/);
      const old = await person.json(before("session"));
      expect(old.user).toMatchObject({ name: "Ada", email: "ada@example.org" });
      const now = await person.json(after("session"));
      expect(now.user).toMatchObject({ name: "Ada", email: "ada@example.org" });
      expect(seen.now).toHaveLength(1);
      if (seen.old.length > 0) {
        expect(claimsOf(seen.now[0])).toMatchObject(claimsOf(seen.old.at(-1)));
      }
      expect(person.sessionCookies().every((name) => name.startsWith("authjs."))).toBe(true);
      expect((await person.json(after("session"))).user.name).toBe("Ada");
    },
  );

  it("with rows in a database: the row goes on", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    await adapter.createUser({
      id: "1",
      email: "ada@example.org",
      emailVerified: null,
      name: "Ada",
    });
    await adapter.createSession({ sessionToken: "a-row-of-v4", userId: "1", expires: soon });
    const stored = { adapter, session: { strategy: "database" }, callbacks: {} };
    const email = PublishedEmail({ server: "smtp://localhost", from: "a@example.org" });
    const old = { ...stored, providers: [email] };
    const { before, after } = await bothServers({ old, now: stored });
    const person = new Person();
    person.cookies.set("next-auth.session-token", "a-row-of-v4");
    expect((await person.json(before("session"))).user.name).toBe("Ada");
    expect((await person.json(after("session"))).user.name).toBe("Ada");
    expect(person.sessionCookies()).toEqual(["authjs.session-token"]);
    expect(person.cookies.get("authjs.session-token")).toBe("a-row-of-v4");
    expect(store.sessions.size).toBe(1);
  });

  it("forged, expired, of another secret: nobody, which is {}", async () => {
    const { after } = await bothServers();
    const good = await published.encode({ token: { sub: "1", name: "Ada" }, secret });
    const bad = [
      await published.encode({ token: { sub: "1" }, secret: "another" }),
      await published.encode({ token: { sub: "1" }, secret, maxAge: -100 }),
      `${good.slice(0, -3)}AAA`,
      await published.encode({ token: { sub: "1" }, secret, salt: "next-auth.state" }),
    ];
    for (const token of bad) {
      const person = new Person();
      person.cookies.set("next-auth.session-token", token);
      expect(await person.json(after("session"))).toEqual({});
      expect(person.sessionCookies()).toEqual([]);
    }
  });
});

function ownWays() {
  return {
    encode: ({ token, secret: key }) =>
      Buffer.from(JSON.stringify({ key, token })).toString("base64url"),
    decode: ({ token, secret: key }) => {
      const read = JSON.parse(Buffer.from(token, "base64url").toString());
      return read.key === key ? read.token : null;
    },
  };
}

describe("a move that can be undone", () => {
  it("servers of both side by side, requests alternating", async () => {
    const { before, after } = await bothServers({
      now: { migration: { until: soon, writes: true } },
    });
    const person = new Person();
    await person.post(after("callback/credentials"), form);
    expect(person.sessionCookies()).toEqual(["next-auth.session-token"]);
    for (let turn = 0; turn < 4; turn++) {
      expect(await person.json(before("session"))).toMatchObject({
        role: "admin",
        user: { name: "Ada" },
      });
      expect(await person.json(after("session"))).toMatchObject({
        role: "admin",
        user: { name: "Ada" },
      });
    }
    await person.post(before("signout"), {});
    expect(await person.json(after("session"))).toEqual({});
    await person.post(before("callback/credentials"), form);
    await person.post(after("signout"), {});
    expect(await person.json(before("session"))).toEqual({});
  });
});

describe("the rest of its surface", () => {
  it("authorize gets texts and a plain request; the message of an error reaches ?error=", async () => {
    const { after } = await bothServers();
    const person = new Person();
    const refused = await person.post(after("callback/credentials"), { ...form, password: "x" });
    const error = (location) => new URL(location).searchParams.get("error");
    expect(error(refused.headers.get("location"))).toBe("Wrong password, try again");
    // The script of next-auth 4, in a page that is still open.
    const json = await person.post(after("callback/credentials"), {
      ...form,
      password: "x",
      json: "true",
    });
    expect(json.status).toBe(401);
    expect(error((await json.json()).url)).toBe("Wrong password, try again");
    const none = await person.post(after("callback/credentials"), { ...form, username: "eve" });
    expect(error(none.headers.get("location"))).toBe("CredentialsSignin");
  });

  it("getServerSession with three arguments, and route handlers", async () => {
    const authOptions = {
      ...options(),
      providers: [Credentials(people)],
      migration: { until: soon },
    };
    const origin = await servePages(async (req, res) => {
      res.json(await getServerSession(req, res, authOptions));
    });
    const token = await published.encode({ token: { sub: "1", name: "Ada", role: "x" }, secret });
    const person = new Person();
    person.cookies.set("next-auth.session-token", token);
    expect(await person.json(origin)).toMatchObject({ role: "x", user: { name: "Ada" } });
    const headers = { cookie: `next-auth.session-token=${token}` };
    const request = new Request("http://127.0.0.1/api/auth/session", { headers });
    const response = await NextAuth(authOptions)(request, { params: { nextauth: ["session"] } });
    expect(await response.json()).toMatchObject({ role: "x" });
  });

  it("getToken, encode and decode, with its defaults and without a salt", async () => {
    vi.stubEnv("NEXTAUTH_SECRET", secret);
    const token = await published.encode({ token: { sub: "1", role: "x" }, secret });
    const req = {
      headers: { cookie: `next-auth.session-token=${token}` },
      cookies: { "next-auth.session-token": token },
    };
    expect(await jwt.getToken({ req })).toEqual(await published.getToken({ req }));
    expect(await jwt.getToken({ req, raw: true })).toBe(token);
    const ours = await jwt.encode({ token: { sub: "2" }, secret });
    expect(await published.decode({ token: ours, secret })).toMatchObject({ sub: "2" });
    expect(await jwt.decode({ token, secret })).toMatchObject({ sub: "1", role: "x" });
    await expect(jwt.decode({ token, secret: "other" })).rejects.toThrow();
    expect(await jwt.getToken({ req, secret: "other" })).toBeNull();
  });

  it("withAuth: who may pass, who goes to sign in, and req.nextauth.token", async () => {
    vi.stubEnv("NEXTAUTH_SECRET", secret);
    const token = await published.encode({ token: { sub: "1", role: "admin" }, secret });
    const ask = (path, cookie) => {
      const url = new URL(path, "http://127.0.0.1");
      const request = new Request(url, cookie ? { headers: { cookie } } : {});
      return Object.defineProperty(request, "nextUrl", { value: url });
    };
    const mine = `next-auth.session-token=${token}`;
    const seen = [];
    const guard = withAuth((req) => void seen.push(req.nextauth.token.role), {
      pages: { signIn: "/login" },
      callbacks: {
        authorized: ({ token: claims, req }) => claims?.role === "admin" && !req.url.includes("no"),
      },
    });
    expect((await guard(ask("/a", mine))).headers.get("x-middleware-next")).toBe("1");
    expect(seen).toEqual(["admin"]);
    for (const request of [ask("/no", mine), ask("/a"), ask("/a", "next-auth.session-token=x")]) {
      const location = new URL((await guard(request)).headers.get("location"));
      expect(location.pathname).toBe("/login");
      expect(location.searchParams.get("callbackUrl")).toBe(new URL(request.url).pathname);
    }
    for (const open of ["/login", "/api/auth/signin", "/_next/x.js"]) {
      expect((await guard(ask(open))).headers.has("location")).toBe(false);
    }
    expect((await guard(ask("/api/authority"))).headers.has("location")).toBe(true);
    expect((await withAuth(ask("/a", mine))).headers.has("location")).toBe(false);
  });

  it("links that next-auth 4 sent sign in here", async () => {
    const store = createMemoryStore();
    const adapter = MemoryAdapter(store);
    const mails = [];
    const sendVerificationRequest = ({ url }) => void mails.push(url);
    const mail = { server: "smtp://localhost", from: "a@example.org", sendVerificationRequest };
    const email = { id: "email", name: "Email", type: "email", sendVerificationRequest };
    const { before, after } = await bothServers({
      old: { adapter, providers: [PublishedEmail(mail)] },
      now: { adapter, providers: [{ ...email, confirm: "never" }] },
    });
    const person = new Person();
    await person.post(before("signin/email"), { email: "ada@example.org" });
    const { search } = new URL(mails[0]);
    const followed = await person.ask(after(`callback/email${search}`));
    expect(followed.status).toBe(302);
    expect((await person.json(after("session"))).user.email).toBe("ada@example.org");
  });

  it("without an adapter `sub` is the id at the provider", async () => {
    const { toConfig } = await import("../../src/frameworks/next/v4/config.ts");
    const config = toConfig({
      ...options(),
      callbacks: {},
      providers: [],
      migration: { until: soon },
    });
    const account = { provider: "hub", providerAccountId: "42", type: "oauth" };
    const token = await config.callbacks.jwt({
      token: { sub: "derived" },
      user: { id: "derived" },
      account,
    });
    expect(token.sub).toBe("42");
  });

  it("getCsrfToken and getSession ask with the cookies of a request, as in getServerSideProps", async () => {
    const { after } = await bothServers();
    vi.stubEnv("NEXTAUTH_URL", new URL(after("")).origin);
    const person = new Person();
    await person.post(after("callback/credentials"), form);
    const { csrfToken } = await person.json(after("csrf"));
    const context = { req: { headers: { cookie: person.header() } } };
    expect(await getCsrfToken(context)).toBe(csrfToken);
    expect(await getSession(context)).toMatchObject({ user: { name: "Ada" } });
    expect(await getSession({ req: { headers: {} } })).toBeNull();
    const body = new URLSearchParams({ csrfToken: await getCsrfToken(context) });
    await person.ask(after("signout"), { method: "POST", body });
    expect(await person.json(after("session"))).toEqual({});
  });

  it("asks for a day on which it ends", async () => {
    const { after } = await bothServers({ now: { migration: undefined } });
    expect((await new Person().ask(after("session"))).status).toBe(500);
    vi.stubEnv("AUTH_MOVED_UNTIL", soon.toISOString());
    const dated = await bothServers({ now: { migration: undefined } });
    expect(await new Person().json(dated.after("session"))).toEqual({});
  });
});
