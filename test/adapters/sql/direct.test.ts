import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, SqlAdapter } from "../../../src/adapters/sql/index.js";
import type { SqlAdapterMethods } from "../../../src/adapters/sql/index.js";
import { freshMysql, freshPostgres } from "../../support/services.js";

/*
 * Over a database that `connect` opened, sessions are read without what stands between Kysely and its driver. Nothing
 * else may change by that.
 */

const folder = await mkdtemp(join(tmpdir(), "latchkey-direct-"));
afterAll(() => rm(folder, { recursive: true }));
const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

const databases = [
  { name: "SQLite", skip: false, url: `file:${join(folder, "one.db")}` },
  { name: "PostgreSQL", skip: postgres.skip, url: postgres.url },
  { name: "MariaDB", skip: mysql.skip, url: mysql.url },
];

const expires = new Date("2100-01-02T03:04:05.678Z");
const emailVerified = new Date("2026-02-03T04:05:06.789Z");

describe.each(databases.filter(({ skip }) => !skip))(
  "sessions read directly on $name",
  ({ url }) => {
    let database: Kysely<unknown>;
    let adapter: SqlAdapterMethods;
    let userId: string;

    beforeAll(async () => {
      database = await connect(url);
      adapter = SqlAdapter(database);
      await adapter.migrate();
      const ada = { name: "Ada", email: "ada@example.org", image: null, emailVerified };
      ({ id: userId } = await adapter.createUser(ada));
    });
    afterAll(() => database.destroy());

    const begin = async (sessionToken: string, within = adapter) => {
      await within.createSession({ sessionToken, userId, expires });
      return sessionToken;
    };

    it("they are what they are by the long way", async () => {
      const token = await begin("a session");
      // In a transaction there is no other.
      const byTheLongWay = await adapter.transaction(async (within) =>
        within.getSessionAndUser?.(token),
      );
      const found = await adapter.getSessionAndUser(token);
      expect(found).toEqual(byTheLongWay);
      // By then more is known of the statement.
      for (let again = 0; again < 3; again++) {
        expect(await adapter.getSessionAndUser(token)).toEqual(byTheLongWay);
        expect(await adapter.getSessionAndUser("nobody's")).toBeNull();
      }
      expect(found).toMatchObject({
        session: { sessionToken: token, userId, expires },
        user: { id: userId, name: "Ada", email: "ada@example.org", image: null, emailVerified },
      });
    });

    it("what a transaction has written and not kept is seen by nobody else", async () => {
      const outside: Promise<unknown>[] = [];
      const undone = adapter.transaction(async (within) => {
        await within.createSession?.({ sessionToken: "never kept", userId, expires });
        expect(await within.getSessionAndUser?.("never kept")).not.toBeNull();
        outside.push(Promise.resolve(adapter.getSessionAndUser("never kept")));
        await Promise.resolve();
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      expect(await Promise.all(outside)).toEqual([null]);
    });

    it("many at once find each their own", async () => {
      const tokens = Array.from({ length: 40 }, (_, index) => `one of many ${index}`);
      for (const token of tokens) await begin(token);
      const found = await Promise.all(tokens.map((token) => adapter.getSessionAndUser(token)));
      expect(found.map((one) => one?.session.sessionToken)).toEqual(tokens);
    });

    it("a column that was added since is in what is read", async () => {
      const token = await begin("before the column");
      await adapter.getSessionAndUser(token);
      const users = sql.table("User");
      await sql`alter table ${users} add column "nick" varchar(20)`
        .execute(database)
        .catch(() => sql`alter table ${users} add column nick varchar(20)`.execute(database));
      await sql`update ${users} set nick = 'countess'`.execute(database);
      expect((await adapter.getSessionAndUser(token))?.user).toMatchObject({ nick: "countess" });
    });

    it("columns that somebody else took away and added are what they are", async () => {
      const token = await begin("between two tables");
      const other = await connect(url);
      const change = (text: string) => sql.raw(text).execute(other);
      const quote = url.startsWith("mysql") ? "`" : '"';
      const users = `${quote}User${quote}`;
      const read = async () => {
        for (let time = 0; time < 3; time++) await adapter.getSessionAndUser(token);
        return (await adapter.getSessionAndUser(token))?.user;
      };
      try {
        for (const column of ["first", "second"]) {
          await change(`alter table ${users} add column ${column} varchar(20) default '${column}'`);
        }
        expect(await read()).toMatchObject({ first: "first", second: "second" });
        // As many as before, and others.
        await change(`alter table ${users} drop column first`);
        await change(`alter table ${users} add column third varchar(20) default 'third'`);
        const user = await read();
        expect(user).toMatchObject({ name: "Ada", second: "second", third: "third" });
        expect(user).not.toHaveProperty("first");
      } finally {
        await other.destroy();
      }
    });

    it("once the database is closed they are read no more", async () => {
      const other = await connect(url);
      const over = SqlAdapter(other);
      expect(await over.getSessionAndUser("a session")).not.toBeNull();
      expect(await over.getSessionAndUser("a session")).not.toBeNull();
      await other.destroy();
      await expect(over.getSessionAndUser("a session")).rejects.toThrow();
    });
  },
);
