// Databases that better-auth itself wrote, the import out of the tarball, and the page on moving from it, as written.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";
import { twoFactor } from "better-auth/plugins";
import { Kysely, PostgresDialect, SqliteDialect } from "kysely";
import Database from "libsql";
import { Pool } from "pg";
import { afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { commandIn, unpacked } from "./apps.mjs";
import { Person } from "./pages-server.mjs";
import { serve } from "./serve.mjs";
import { filesOf } from "./tried.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const formerSecret = "a secret of better-auth that is long enough for everybody";
const secret = "a secret of the tests that is long enough for everybody";
const password = "correct horse battery staple";
const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

// Packing it can take as long as all the rest.
beforeAll(() => unpacked, 300_000);
afterEach(() => {
  vi.unstubAllEnvs();
  // The page's files are the same for each database.
  vi.resetModules();
});

/** `@better-auth/utils` is what better-auth makes codes with. */
const { createOTP } = await import(
  createRequire(join(here, "node_modules/better-auth/package.json")).resolve(
    "@better-auth/utils/otp",
  )
);

const { skip, url: postgres } = await freshPostgres();
const databases = {
  SQLite: {
    skip: false,
    async make() {
      const folder = await mkdtemp(join(tmpdir(), "latchkey-better-auth-"));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const file = join(folder, "old.db");
      return {
        type: "sqlite",
        yes: 1,
        date: (moment) => moment.toISOString(),
        source: `file:${file}`,
        url: `file:${join(folder, "new.db")}`,
        dialect: new SqliteDialect({ database: new Database(file) }),
      };
    },
  },
  PostgreSQL: {
    skip,
    // One database for both: their names differ by case.
    make: () => ({
      type: "postgres",
      yes: true,
      date: (moment) => moment,
      source: postgres,
      url: postgres,
      dialect: new PostgresDialect({ pool: new Pool({ connectionString: postgres }) }),
    }),
  },
};

/** An application of Better Auth, and what a browser asks of it. */
async function formerApp({ dialect, type }) {
  const database = new Kysely({ dialect });
  onTestFinished(() => database.destroy());
  const options = {
    database: { db: database, type },
    secret: formerSecret,
    baseURL: "http://127.0.0.1",
    emailAndPassword: { enabled: true },
    plugins: [twoFactor()],
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
  };
  await (await getMigrations(options)).runMigrations();
  const auth = betterAuth(options);
  const ask = async (person, path, body) => {
    const cookie = person.header();
    const response = await auth.handler(
      new Request(`http://127.0.0.1/api/auth/${path}`, {
        method: body ? "POST" : "GET",
        body: body && JSON.stringify(body),
        headers: {
          "content-type": "application/json",
          origin: "http://127.0.0.1",
          ...(cookie && { cookie }),
        },
      }),
    );
    for (const line of response.headers.getSetCookie()) person.keep(line);
    expect(response.status).toBe(200);
    return response.json();
  };
  return { database, ask };
}

/** Ada has everything, Grace a password alone, Eve never proved her address. */
async function populate({ ask, database }, { yes, date }) {
  const people = {
    ada: new Person(),
    adasPhone: new Person(),
    grace: new Person(),
    gone: new Person(),
  };
  const signUp = (person, name) =>
    ask(person, "sign-up/email", { name, email: `${name}@example.org`, password });
  const { user } = await signUp(people.ada, "ada");
  await signUp(people.grace, "grace");
  await signUp(new Person(), "eve");
  await ask(people.gone, "sign-in/email", { email: "grace@example.org", password });
  await ask(people.adasPhone, "sign-in/email", { email: "ada@example.org", password });
  const { totpURI, backupCodes } = await ask(people.ada, "two-factor/enable", { password });
  const key = new URL(totpURI).searchParams.get("secret");
  await ask(people.ada, "two-factor/verify-totp", { code: await codeOf(key) });
  await database
    .updateTable("user")
    .set({ emailVerified: yes })
    .where("email", "!=", "eve@example.org")
    .execute();
  const { accountId: _, ...row } = await database
    .selectFrom("account")
    .selectAll()
    .where("userId", "=", user.id)
    .executeTakeFirst();
  await database
    .insertInto("account")
    .values({
      ...row,
      ...{ id: "x", accountId: "42", providerId: "github", password: null },
      ...{ accessToken: "gho_1", scope: "read:user", accessTokenExpiresAt: date(new Date()) },
    })
    .execute();
  await database
    .updateTable("session")
    .set({ expiresAt: date(new Date("2020-01-01")) })
    .where("token", "=", tokenIn(people.gone))
    .execute();
  return { ...people, id: user.id, key, backupCodes };
}

const tokenIn = (person) =>
  decodeURIComponent(person.cookies.get("better-auth.session_token")).split(".")[0];

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const bytesOf = (key) =>
  key
    .replaceAll("=", "")
    .split("")
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, "0"))
    .join("")
    .match(/.{8}/g)
    .map((bits) => String.fromCharCode(Number.parseInt(bits, 2)))
    .join("");
const codeOf = (key) => createOTP(bytesOf(key), { digits: 6, period: 30 }).totp();

/** The files of the page beside the packed library, and the command run there. */
async function placePage({ source, url }) {
  const folder = await mkdtemp(join(tmpdir(), "latchkey-import-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const link = async (from, name) => {
    await mkdir(dirname(join(folder, "node_modules", name)), { recursive: true });
    await symlink(join(from, "node_modules", name), join(folder, "node_modules", name), "dir");
  };
  for (const name of ["kysely", "pg", "libsql", "express", "jose", "oauth4webapi", "nodemailer"]) {
    await link(root, name);
  }
  await link(root, "@noble/hashes");
  await link(here, "better-auth");
  const code = filesOf("better-auth").text("auth.ts").replace("2027-01-31", day);
  await writeFile(join(folder, "auth.ts"), code);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  const command = await commandIn(folder);
  const env = {
    ...{ DATABASE_URL: url, AUTH_SECRET: secret, BETTER_AUTH_SECRET: formerSecret },
    ...{ SMTP_URL: "smtp://127.0.0.1:1", AUTH_GITHUB_ID: "an id", AUTH_GITHUB_SECRET: "a secret" },
  };
  return {
    env,
    run: (name, ...args) => command(name, args, env),
    importAll: async (args = [], other = {}) =>
      JSON.parse(
        await command("import", ["better-auth", "--source", source, "--json", ...args], {
          ...env,
          ...other,
        }),
      ),
  };
}

/** Signs in by a form of ours; answers where it led. */
async function post(person, url, fields) {
  const base = url.slice(0, url.indexOf("/auth/") + "/auth/".length);
  const { csrfToken } = await person.json(`${base}csrf`);
  const body = new URLSearchParams({ csrfToken, ...fields });
  const response = await person.ask(url, { method: "POST", body });
  return response.headers.get("location") ?? "";
}

describe.each(Object.entries(databases))("Better Auth on %s", (_, { skip: isMissing, make }) => {
  it.skipIf(isMissing)(
    "users, accounts, passwords, apps and sessions go on",
    { timeout: 180_000 },
    async () => {
      const made = await make();
      const former = await formerApp(made);
      const people = await populate(former, made);
      const { ada, adasPhone, grace, gone, id, key, backupCodes } = people;
      const { run, importAll, env } = await placePage(made);

      await run("migrate");
      const all = { users: 3, known: 0, accounts: 1, passwords: 3, foreignPasswords: 0 };
      const counted = { ...all, authenticatorApps: 1, conflicts: [] };
      expect(await importAll(["--dry-run"])).toMatchObject({ done: false, ...counted });
      await expect(
        importAll(["--dry-run"], { BETTER_AUTH_SECRET: "another secret of thirty-two characters" }),
      ).rejects.toThrow("Set BETTER_AUTH_SECRET to the old application's secret");
      expect(await importAll()).toMatchObject({ done: true, ...counted });

      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
      const code = filesOf("better-auth").text("auth.ts").replace("2027-01-31", day);
      const files = filesOf("better-auth", { "auth.ts": code });
      const { app } = await files.load("app.ts");
      const { config } = await files.load("auth.ts");
      const origin = await serve(app);
      const me = (person) => person.json(`${origin}/me`);

      // Signed in by the old cookie, then by ours; the old one stays for a rollback.
      expect(await me(ada)).toMatchObject({ id, email: "ada@example.org", name: "ada" });
      expect(ada.sessionCookies()).toEqual(["authjs.session-token"]);
      expect(await me(ada)).toMatchObject({ id });
      expect(await former.ask(ada, "get-session")).toMatchObject({ user: { id } });
      expect(await me(adasPhone)).toMatchObject({ id });
      expect(await me(gone)).toBeNull();
      const forger = new Person();
      forger.cookies.set("better-auth.session_token", "made-up-and-long-enough.signature");
      expect(await me(forger)).toBeNull();
      const account = { provider: "github", providerAccountId: "42" };
      expect(await config.adapter.getUserByAccount(account)).toMatchObject({ id });

      // Signing out ends it, with either cookie, and a second import doesn't bring it back.
      const thief = new Person();
      thief.cookies.set("better-auth.session_token", ada.cookies.get("better-auth.session_token"));
      await post(ada, `${origin}/auth/signout`, {});
      expect(ada.cookies.has("better-auth.session_token")).toBe(false);
      expect(await me(ada)).toBeNull();
      expect(await importAll()).toMatchObject({ users: 0, known: 3, accounts: 0, sessions: 0 });
      expect(await me(thief)).toBeNull();
      expect(await me(adasPhone)).toMatchObject({ id });

      const signIn = (person, email, typed = password) =>
        post(person, `${origin}/auth/callback/password`, { email, password: typed });
      expect(await signIn(ada, "ada@example.org", "another one altogether")).toContain("error=");
      expect(await signIn(ada, "ada@example.org")).toContain("second-step");
      expect(await me(ada)).toBeNull();
      await post(ada, `${origin}/auth/second-step`, { code: await codeOf(key) });
      expect(await me(ada)).toMatchObject({ id });
      // A backup code works once.
      const [backup] = backupCodes;
      for (const isFirst of [true, false]) {
        const person = new Person();
        await signIn(person, "ada@example.org");
        await post(person, `${origin}/auth/second-step`, { code: backup });
        expect((await me(person)) !== null).toBe(isFirst);
      }
      await post(grace, `${origin}/auth/signout`, {});
      await signIn(grace, "grace@example.org");
      expect(await me(grace)).toMatchObject({ email: "grace@example.org" });
      expect(await signIn(new Person(), "eve@example.org")).toContain("error=");
    },
  );
});
