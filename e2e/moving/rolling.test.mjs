// A deploy that rolls: servers of the published @auth/express and of latchkey/express behind one address, on one
// database and with one secret, each request answered by the other.
import { ExpressAuth as PublishedAuth, getSession as publishedSession } from "@auth/express";
import PostgresAdapter from "@auth/pg-adapter";
import express from "express";
import express4 from "express4";
import { connect, SqlAdapter } from "latchkey/adapters/sql";
import { MiddlewareAuth, getSession } from "latchkey/express";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freshPostgres } from "../../test/support/services.ts";
import { pgTables } from "../adapters/tables.mjs";
import { Person } from "./pages-server.mjs";
import { serve } from "./serve.mjs";

const { skip, url } = await freshPostgres();
const secret = "a secret of the tests that is long enough for everybody";
const email = "ada@example.org";

describe.skipIf(skip)("servers of both on one PostgreSQL, requests alternating", () => {
  const pool = new Pool({ connectionString: url });
  let kysely;
  beforeAll(async () => {
    for (const statement of pgTables) await pool.query(statement);
    kysely = await connect(url);
  });
  afterAll(async () => {
    await kysely.destroy();
    await pool.end();
  });
  beforeEach(() => pool.query("truncate users, accounts, sessions, verification_token"));

  const count = async (table) =>
    Number((await pool.query(`select count(*) from ${table}`)).rows[0].count);

  const adapters = {
    "the published adapter": () => PostgresAdapter(pool),
    "our adapter on its tables": () => SqlAdapter(kysely, { layout: "pg" }),
  };

  /** Both servers, and the mails that each sent. */
  async function both(strategy, adapter) {
    const mails = [];
    const config = (more) => ({
      secret,
      trustHost: true,
      session: { strategy },
      logger: { error() {}, warn() {}, debug() {} },
      providers: [
        {
          id: "email",
          name: "Email",
          type: "email",
          from: "a@example.org",
          maxAge: 3600,
          sendVerificationRequest: ({ url: link }) => void mails.push(new URL(link)),
          ...more,
        },
      ],
    });
    const open = (app, { Middleware, path, read, own }) => {
      app.set("trust proxy", true);
      app.use(path, Middleware(own));
      app.get("/me", async (req, res) => res.json((await read(req, own))?.user ?? null));
      return serve(app);
    };
    const theirs = { ...config({}), adapter: PostgresAdapter(pool) };
    const ours = { ...config({ confirm: "never" }), adapter: adapter() };
    const old = await open(express4(), {
      Middleware: PublishedAuth,
      path: "/auth/*",
      read: publishedSession,
      own: theirs,
    });
    const now = await open(express(), {
      Middleware: MiddlewareAuth,
      path: "/auth",
      read: getSession,
      own: ours,
    });
    const post = async (person, origin, route, fields = {}) => {
      const { csrfToken } = await person.json(`${origin}/auth/csrf`);
      const body = new URLSearchParams({ csrfToken, ...fields });
      return person.ask(`${origin}/auth/${route}`, { method: "POST", body });
    };
    const sendLink = async (person, origin) => {
      await post(person, origin, "signin/email", { email });
      return mails.at(-1);
    };
    const openLink = (person, origin, { search }) =>
      person.ask(`${origin}/auth/callback/email${search}`);
    const who = async (person, origin) => (await person.json(`${origin}/me`))?.email ?? null;
    return { old, now, post, sendLink, openLink, who };
  }

  const cases = Object.entries(adapters).flatMap(([name, adapter]) =>
    ["database", "jwt"].map((strategy) => [strategy, name, adapter]),
  );

  it.each(cases)("%s, %s: whoever signed in at one is signed in at both", async (...row) => {
    const [strategy, , adapter] = row;
    const { old, now, post, sendLink, openLink, who } = await both(strategy, adapter);
    for (const origin of [old, now]) {
      const person = new Person();
      await openLink(person, origin, await sendLink(person, origin));
      for (let turn = 0; turn < 4; turn++) {
        expect(await who(person, turn % 2 === 0 ? old : now)).toBe(email);
      }
      const many = Array.from({ length: 10 }, (_, at) => who(person, at % 2 === 0 ? now : old));
      expect(new Set(await Promise.all(many))).toEqual(new Set([email]));
      expect(await count("users")).toBe(1);
      expect(await count("sessions")).toBe(strategy === "database" ? 1 : 0);
      // Signed out at the other.
      await post(person, origin === old ? now : old, "signout");
      expect([await who(person, old), await who(person, now)]).toEqual([null, null]);
      expect(await count("sessions")).toBe(0);
    }
  });

  it.each(cases)(
    "%s, %s: links of the old server are good at the new one, once",
    async (...row) => {
      const [strategy, , adapter] = row;
      const { old, now, sendLink, openLink, who } = await both(strategy, adapter);
      const person = new Person();
      const link = await sendLink(person, old);
      await openLink(person, now, link);
      expect([await who(person, old), await who(person, now)]).toEqual([email, email]);
      for (const origin of [old, now]) {
        const second = new Person();
        await openLink(second, origin, link);
        expect(await who(second, origin)).toBeNull();
      }
    },
  );
});
