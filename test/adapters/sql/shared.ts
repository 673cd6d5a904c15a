import { Kysely, sql } from "kysely";
import type { Dialect, LogEvent } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, schema, SqlAdapter } from "../../../src/adapters/sql/index.js";
import type { SqlDatabase, SqlDialect } from "../../../src/adapters/sql/index.js";
import { runSuite } from "../run-suite.js";
import { lookupsOf, withoutIndex } from "./explain.js";

export interface SqlTarget {
  dialect: SqlDialect;
  /** A Kysely dialect, new at each call, of a database that is the same and empty at first. */
  open(): Dialect | Promise<Dialect>;
}

const extraFields = {
  user: { role: "text", admin: "boolean", born: "date", tags: "json" },
} as const;
const extraUserFields = {
  role: "editor",
  admin: true,
  born: new Date("1815-12-10T01:02:03.004Z"),
  tags: ["a", { b: 1 }],
};

/** The tests that every database passes. */
export function sqlTests(target: SqlTarget, skip = false): void {
  describe.skipIf(skip)("SqlAdapter", () => {
    let db: Kysely<unknown>;
    const queries: LogEvent[] = [];
    const options = { extraFields };

    beforeAll(async () => {
      const log = (event: LogEvent) => {
        queries.push(event);
      };
      db = new Kysely<unknown>({ dialect: await target.open(), log });
      await migrate(db, options);
      queries.length = 0;
    });

    afterAll(() => db.destroy());

    describe("passes the compatibility suite [ADP-7]", () => {
      const late = lateDatabase(() => db);
      runSuite(() => SqlAdapter(late, { ...options, dialect: target.dialect }), {
        extraUserFields,
      });
    });

    test("finds every row by an index", async () => {
      // A search for a text reads all users, and only administrators do it.
      const lookups = lookupsOf(queries).filter(
        ({ sql: text }) => !/ (?:instr|strpos)\(/.test(text),
      );
      expect(lookups.length).toBeGreaterThan(12);
      const planner = new Kysely<unknown>({ dialect: await target.open() });
      try {
        expect(await withoutIndex(planner, target.dialect, lookups)).toEqual([]);
        const unindexed = sql`select * from ${sql.table("User")} where ${sql.id("name")} = ${"x"}`;
        const control = [unindexed.compile(planner)];
        expect(await withoutIndex(planner, target.dialect, control)).toHaveLength(1);
      } finally {
        await planner.destroy();
      }
    });

    test("migrate has nothing to do the second time", async () => {
      expect(await migrate(db, options)).toEqual({ statements: [], warnings: [] });
    });

    test("migrate adds the columns that are missing", async () => {
      const more = { extraFields: { user: { ...extraFields.user, nickname: "text" } } } as const;
      const planned = await migrate(db, { ...more, dryRun: true });
      expect(planned.statements).toHaveLength(1);
      expect(planned.statements[0]).toMatch(/alter table .User. add column .nickname. /);
      expect(await migrate(db, more)).toEqual(planned);
      expect(await migrate(db, more)).toEqual({ statements: [], warnings: [] });
    });

    test("sweep removes what has expired and nothing else", async () => {
      const adapter = SqlAdapter(db, options);
      await adapter.sweep();
      const { id: userId } = await adapter.createUser({ id: "", email: "", emailVerified: null });
      const [past, future] = [new Date(Date.now() - 5), new Date(Date.now() + 60_000)];
      await adapter.createSession({ sessionToken: "past", userId, expires: past });
      await adapter.createSession({ sessionToken: "future", userId, expires: future });
      await adapter.createVerificationToken({ identifier: "a", token: "past", expires: past });
      await adapter.createVerificationToken({ identifier: "a", token: "future", expires: future });
      expect(await adapter.sweep()).toEqual({ sessions: 1, verificationTokens: 1 });
      expect(await adapter.getSessionAndUser("past")).toBeNull();
      expect(await adapter.getSessionAndUser("future")).not.toBeNull();
      expect(await adapter.useVerificationToken({ identifier: "a", token: "past" })).toBeNull();
      expect(
        await adapter.useVerificationToken({ identifier: "a", token: "future" }),
      ).not.toBeNull();
    });

    test("sweep removes any number, some at a time, by the index on the expiry", async () => {
      const adapter = SqlAdapter(db, options);
      const columns = sql.join(["identifier", "token", "expires"].map((name) => sql.id(name)));
      const table = sql.table("VerificationToken");
      const insert = async (token: string, expires: string) => {
        const rows = Array.from(
          { length: 2100 },
          (_, n) => sql`(${`i${n}`}, ${token}, ${expires})`,
        );
        await sql`insert into ${table} (${columns}) values ${sql.join(rows)}`.execute(db);
      };
      await insert("expired", "2020-01-01 00:00:00");
      queries.length = 0;
      expect(await adapter.sweep()).toEqual({ sessions: 0, verificationTokens: 2100 });
      const deletions = queries.filter(({ query }) => query.sql.includes("VerificationToken"));
      expect(deletions).toHaveLength(3);
      // SQLite would keep a lock for an EXPLAIN of a write; MariaDB goes by estimates that are out of date here.
      if (target.dialect !== "postgres") return;
      const planner = new Kysely<unknown>({ dialect: await target.open() });
      expect(await withoutIndex(planner, target.dialect, lookupsOf(deletions))).toEqual([]);
      await planner.destroy();
    });

    test("createUser returns the row as the database made it", async () => {
      const change = `alter table ${target.dialect === "mysql" ? "`User`" : '"User"'} add column`;
      await sql.raw(`${change} plan varchar(20) not null default 'free'`).execute(db);
      const adapter = SqlAdapter(db, options);
      const made = await adapter.createUser({ id: "", email: "", emailVerified: null });
      expect(made).toMatchObject({ plan: "free", email: "", name: null });
      expect(await adapter.getUser(made.id)).toEqual(made);
    });

    test("the database refuses rows of a user who is not there", async () => {
      const adapter = SqlAdapter(db, options);
      const session = { sessionToken: "orphan", userId: crypto.randomUUID(), expires: new Date() };
      await expect(adapter.createSession(session)).rejects.toThrow(/foreign key/i);
    });

    test("reads of a session take one statement [ADP-4]", async () => {
      queries.length = 0;
      await SqlAdapter(db, options).getSessionAndUser("future");
      expect(queries).toHaveLength(1);
    });

    test("authorization_details and expires_in are kept with an account", async () => {
      const adapter = SqlAdapter(db, options);
      const { id: userId } = await adapter.createUser({ id: "", email: "", emailVerified: null });
      const account = {
        userId,
        type: "oidc",
        provider: "example",
        providerAccountId: "rar",
        expires_in: 3600,
        authorization_details: [{ type: "payment", actions: ["read"] }],
      } as const;
      await adapter.linkAccount({
        ...account,
        authorization_details: [{ type: "payment", actions: ["read"] }],
      });
      expect(await adapter.getAccount("rar", "example")).toEqual(account);
      expect(await adapter.unlinkAccount(account)).toEqual(account);
    });

    test("works with names and numbers of your own", async () => {
      const layout = {
        tables: {
          user: "my_users",
          account: "my_accounts",
          session: "my_sessions",
          verificationToken: "my_tokens",
          authenticator: "my_keys",
        },
        columns: {
          user: { emailVerified: "email_verified" },
          session: { sessionToken: "session_token", userId: "user_id", expires: "expires_on" },
          verificationToken: { expires: "expires_on" },
        },
        ids: "number",
      } as const;
      expect((await migrate(db, { layout })).statements.length).toBeGreaterThan(4);
      expect(await migrate(db, { layout })).toEqual({ statements: [], warnings: [] });
      const adapter = SqlAdapter(db, { layout });
      const emailVerified = new Date(1_700_000_000_123);
      const user = await adapter.createUser({ id: "x", email: "n@example.org", emailVerified });
      expect(user.id).toMatch(/^\d+$/);
      expect(await adapter.getUser(user.id)).toEqual({ ...user, name: null, image: null });
      expect(await adapter.getUser(`${user.id}x`)).toBeNull();
      expect(await adapter.getUser("x")).toBeNull();
      const session = { sessionToken: "s", userId: user.id, expires: new Date(1_700_000_000_456) };
      await adapter.createSession(session);
      const found = await adapter.getSessionAndUser("s");
      expect(found).toEqual({ session, user: { ...user, name: null, image: null } });
      expect(await adapter.sweep()).toEqual({ sessions: 1, verificationTokens: 0 });
    });

    test("schema prints the SQL of exactly what migrate makes", async () => {
      const layout = { tables: otherTables };
      await sql`drop table latchkey_state`.execute(db);
      const { statements } = await migrate(db, { layout, dryRun: true });
      expect(schema(target.dialect, { layout })).toBe(statements.map((s) => `${s};\n`).join(""));
      for (const statement of statements) await sql.raw(statement).execute(db);
      expect(await migrate(db, { layout })).toEqual({ statements: [], warnings: [] });
    });

    test("many migrations at the same moment end well", async () => {
      const layout = "pg" as const;
      const runs = await Promise.all(Array.from({ length: 5 }, () => migrate(db, { layout })));
      expect(runs.filter(({ statements }) => statements.length > 0)).toHaveLength(1);
    });
  });
}

const otherTables = {
  user: "other_users",
  account: "other_accounts",
  session: "other_sessions",
  verificationToken: "other_tokens",
  authenticator: "other_keys",
};

/** The suite wants its adapter while tests are declared; the database is opened later. */
export function lateDatabase(open: () => SqlDatabase): SqlDatabase {
  return {
    getExecutor: () => open().getExecutor(),
    transaction: () => open().transaction(),
    connection: () => open().connection(),
  };
}
