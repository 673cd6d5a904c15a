// Other libraries as they are published: what they wrote, and the pages on moving from them, as written.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import bcrypt from "bcryptjs";
import { NodePostgresAdapter } from "@lucia-auth/adapter-postgresql";
import pgSessions from "connect-pg-simple";
import express from "express";
import expressSession from "express-session";
import { getIronSession } from "iron-session";
import { Auth } from "latchkey";
import { Lucia } from "lucia";
import passport from "passport";
import { Strategy } from "passport-local";
import { Pool } from "pg";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { Person } from "./pages-server.mjs";
import { serve } from "./serve.mjs";
import { filesOf } from "./tried.mjs";

const secret = "a secret of the tests that is long enough for everybody";
const password = "correct horse battery staple";

beforeEach(() => {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("AUTH_GITHUB_ID", "an id");
  vi.stubEnv("AUTH_GITHUB_SECRET", "a secret");
  vi.stubEnv("AUTH_GOOGLE_ID", "an id");
  vi.stubEnv("AUTH_GOOGLE_SECRET", "a secret");
  vi.stubEnv("SMTP_URL", "smtp://127.0.0.1:1");
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** Signs in by a form of ours; answers where it led. */
async function post(person, url, fields) {
  const base = url.slice(0, url.indexOf("/auth/") + "/auth/".length);
  const { csrfToken } = await person.json(`${base}csrf`);
  const body = new URLSearchParams({ csrfToken, ...fields });
  const response = await person.ask(url, { method: "POST", body });
  return response.headers.get("location") ?? "";
}

describe("Lucia", async () => {
  const { skip, url } = await freshPostgres();

  it.skipIf(skip)("sessions go on in the same cookie", async () => {
    const database = new Pool({ connectionString: url });
    onTestFinished(() => database.end());
    await database.query(`
      create table auth_user (id text primary key, username text not null, email text not null,
        email_verified boolean not null, github_id bigint);
      create table user_session (id text primary key, expires_at timestamptz not null,
        user_id text not null references auth_user(id));
      insert into auth_user values ('u1', 'ada', 'Ada@example.org', true, 42)`);
    const tables = { user: "auth_user", session: "user_session" };
    const lucia = new Lucia(new NodePostgresAdapter(database, tables), {
      sessionCookie: { attributes: { secure: false } },
    });
    const [kept, ended] = [
      await lucia.createSession("u1", {}),
      await lucia.createSession("u1", {}),
    ];
    await lucia.invalidateSession(ended.id);
    const cookieOf = ({ id }) => lucia.createSessionCookie(id).serialize().split(";")[0];

    vi.stubEnv("DATABASE_URL", url);
    const files = filesOf("lucia");
    const { config } = await files.load("auth.ts");
    await database.query(files.text("copy.sql"));
    const ask = (route, cookie) => {
      const request = new Request(`http://127.0.0.1/auth/${route}`, { headers: { cookie } });
      return Auth(request, { ...config, trustHost: true, basePath: "/auth", secret });
    };
    const session = await (await ask("session", cookieOf(kept))).json();
    expect(session).toMatchObject({ user: { name: "ada", email: "ada@example.org" } });
    expect(await (await ask("session", cookieOf(ended))).json()).toBeNull();
    expect(await (await ask("session", "auth_session=made-up")).json()).toBeNull();
    const account = { provider: "github", providerAccountId: "42" };
    expect(await config.adapter.getUserByAccount(account)).toMatchObject({ id: "u1" });
  });
});

describe("Passport", async () => {
  const { skip, url } = await freshPostgres();

  it.skipIf(skip)("old sessions become ours, once", async () => {
    const pool = new Pool({ connectionString: url });
    onTestFinished(() => pool.end());
    const people = [{ id: "7", name: "Ada", email: "ada@example.org" }];
    const findPerson = (username, given) =>
      username === "ada" && given === password ? people[0] : null;
    passport.use(
      new Strategy((username, given, done) => done(null, findPerson(username, given) ?? false)),
    );
    passport.serializeUser((user, done) => done(null, user.id));
    passport.deserializeUser((id, done) =>
      done(null, people.find((one) => one.id === id) ?? false),
    );
    const Store = pgSessions(expressSession);
    const store = new Store({ pool, createTableIfMissing: true, pruneSessionInterval: false });
    const settings = { store, secret: "keyboard cat", resave: false, saveUninitialized: false };
    const formerSession = expressSession(settings);

    const old = express();
    old.use(express.urlencoded(), formerSession, passport.session());
    old.post("/login", passport.authenticate("local"), (req, res) => res.json(req.user));
    old.get("/me", (req, res) => res.json(req.user ?? null));
    const before = await serve(old);

    globalThis.former = { formerSession, passport, findPerson };
    const had = {
      "former.ts": "export const { formerSession, passport, findPerson } = globalThis.former;\n",
    };
    const { app } = await filesOf("passport", had).load("app.ts");
    const after = await serve(app);

    const person = new Person();
    const body = new URLSearchParams({ username: "ada", password });
    await person.ask(`${before}/login`, { method: "POST", body });
    const formerCookie = person.cookies.get("connect.sid");
    expect(await person.json(`${before}/me`)).toMatchObject({ id: "7" });

    expect(await person.json(`${after}/me`)).toMatchObject(people[0]);
    expect(person.sessionCookies()).toEqual(["authjs.session-token"]);
    expect(await person.json(`${after}/me`)).toMatchObject(people[0]);
    // The old session is over, also for whoever kept its cookie.
    const thief = new Person();
    thief.cookies.set("connect.sid", formerCookie);
    expect(await thief.json(`${after}/me`)).toBeNull();
    expect(await thief.json(`${before}/me`)).toBeNull();

    await post(person, `${after}/auth/signout`, {});
    expect(await person.json(`${after}/me`)).toBeNull();
    const wrong = { username: "ada", password: "x" };
    expect(await post(person, `${after}/auth/callback/credentials`, wrong)).toContain("error=");
    await post(person, `${after}/auth/callback/credentials`, { username: "ada", password });
    expect(await person.json(`${after}/me`)).toMatchObject({ name: "Ada" });
  });
});

describe("iron-session", () => {
  it("old cookies become ours, once", async () => {
    const formerPassword = "a password of iron-session that is long enough";
    vi.stubEnv("FORMER_PASSWORD", formerPassword);
    const before = await serve(async (req, res) => {
      const settings = { cookieName: "my-app", cookieOptions: { secure: false } };
      const session = await getIronSession(req, res, { ...settings, password: formerPassword });
      if (req.url === "/login") {
        Object.assign(session, { userId: "7", name: "Ada", role: "admin" });
        await session.save();
      }
      res.end(JSON.stringify({ ...session }));
    });
    const { app } = await filesOf("iron-session").load("app.ts");
    const after = await serve(app);

    const person = new Person();
    await person.ask(`${before}/login`);
    expect(await person.json(before)).toMatchObject({ userId: "7" });
    const signedIn = { user: { id: "7", name: "Ada" }, role: "admin" };
    expect(await person.json(`${after}/me`)).toMatchObject(signedIn);
    expect([...person.cookies.keys()]).toEqual(["authjs.session-token"]);
    expect(await person.json(`${after}/me`)).toMatchObject(signedIn);
    await post(person, `${after}/auth/signout`, {});
    expect(await person.json(`${after}/me`)).toBeNull();

    const forger = new Person();
    forger.cookies.set("my-app", "Fe26.2*made*up");
    expect(await forger.json(`${after}/me`)).toBeNull();
  });
});

describe("Clerk", async () => {
  const { skip, url } = await freshPostgres();

  it.skipIf(skip)("an export of its form is imported, with passwords", async () => {
    vi.stubEnv("DATABASE_URL", url);
    const files = filesOf("clerk");
    const { importUsers } = await files.load("import.ts");
    const { config } = await files.load("auth.ts");
    const columns =
      "id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher";
    const digest = await bcrypt.hash(password, 4);
    const lines = [
      columns,
      `user_1,Ada,"Lovelace, ""Countess""",,Ada@example.org,,Ada@example.org,,,,,${digest},bcrypt`,
      `user_2,Eve,,,eve@example.org,,,eve@example.org,,,,${digest},bcrypt`,
      `user_3,No,Address,nobody,,,,,,,,,`,
    ];
    const file = join(fileURLToPath(new URL(".", import.meta.url)), ".build/clerk/users.csv");
    writeFileSync(file, `${lines.join("\n")}\n`);
    expect(await importUsers(file)).toBe(2);
    expect(await importUsers(file)).toBe(0);
    expect(await config.adapter.getUser("user_1")).toMatchObject({
      name: 'Ada Lovelace, "Countess"',
      email: "ada@example.org",
    });

    const settings = { ...config, trustHost: true, basePath: "/auth", secret };
    const origin = await serve(async (req, res) => {
      const chunks = [];
      for await (const chunk of req) chunks.push(chunk);
      const { method, headers } = req;
      const body = method === "POST" ? { body: Buffer.concat(chunks) } : {};
      const address = new URL(req.url, `http://${headers.host}`);
      const response = await Auth(new Request(address, { method, headers, ...body }), settings);
      res.writeHead(response.status, [...response.headers].flat());
      res.end(Buffer.from(await response.arrayBuffer()));
    });
    const signIn = async (email) => {
      const person = new Person();
      await post(person, `${origin}/auth/callback/password`, { email, password });
      return person.json(`${origin}/auth/session`);
    };
    expect(await signIn("ada@example.org")).toMatchObject({ user: { email: "ada@example.org" } });
    // An address that nobody has proven lets nobody in by its password.
    expect(await signIn("eve@example.org")).toBeNull();
  });
});
