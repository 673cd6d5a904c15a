import { Kysely, MysqlDialect, PostgresDialect, sql } from "kysely";
import type { Dialect } from "kysely";
import { createPool } from "mysql2";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import { Browser } from "../../support/client.js";
import { freshMysql, freshPostgres } from "../../support/services.js";
import { open, storeApp, viaProvider } from "../../support/stores-app.js";
import type { App } from "../../support/stores-app.js";

/*
 * The application's callbacks run between the statements of a sign-in, and may ask the same database. A sign-in that
 * kept its connection meanwhile would wait for itself where the pool has no other, and so would all of them at once
 * where as many sign in as there are connections: a connection is taken for a statement, or for what must be one.
 */

const [postgres, mysql] = [await freshPostgres(), await freshMysql()];

onOneConnection("PostgreSQL", {
  skip: postgres.skip,
  dialect: () =>
    new PostgresDialect({ pool: new Pool({ connectionString: postgres.url, max: 1 }) }),
});
onOneConnection("MariaDB", {
  skip: mysql.skip,
  dialect: () => new MysqlDialect({ pool: createPool({ uri: mysql.url, connectionLimit: 1 }) }),
});

interface Options {
  readonly skip: boolean;
  readonly dialect: () => Dialect;
}

function onOneConnection(name: string, { skip, dialect }: Options): void {
  describe.skipIf(skip)(`one connection to ${name}, which callbacks use as well`, () => {
    let db: Kysely<unknown>;
    let app: App;
    const asked = new Set<string>();

    beforeAll(async () => {
      db = new Kysely<unknown>({ dialect: dialect() });
      await migrate(db);
      const asking =
        <T>(what: string, answer: T) =>
        async (): Promise<T> => {
          asked.add(what);
          await sql`select 1`.execute(db);
          return answer;
        };
      const shop = storeApp(SqlAdapter(db), { session: { strategy: "database" } });
      const { session } = shop.config.callbacks ?? {};
      const config = {
        ...shop.config,
        callbacks: {
          signIn: asking("signIn", true),
          session: async (params: Parameters<NonNullable<typeof session>>[0]) => {
            await asking("session", undefined)();
            return session?.(params) ?? params.session;
          },
        },
        events: {
          createUser: asking("createUser", undefined),
          linkAccount: asking("linkAccount", undefined),
          signIn: asking("signed in", undefined),
          signOut: asking("signed out", undefined),
        },
      };
      app = { ...shop, config, browser: () => new Browser(config) };
    });
    afterAll(() => db.destroy());

    const who = (sub: string) => ({ sub, email: `${sub}@example.org` });

    test("is enough for everything that people do", async () => {
      const browser = app.browser();
      await viaProvider(browser, "hub", who("pat"));
      expect(await browser.session()).toMatchObject({ user: { email: "pat@example.org" } });
      await viaProvider(browser, "lab", who("pat-at-lab"));
      await browser.signOut();
      await viaProvider(browser, "lab", who("pat-at-lab"));
      expect(await browser.session()).toMatchObject({ user: { email: "pat@example.org" } });
      await browser.signOut();
      await open(browser, await app.ask(browser, "sam@example.org"));
      expect(await browser.session()).toMatchObject({ user: { email: "sam@example.org" } });
      expect([...asked].sort()).toEqual([
        "createUser",
        "linkAccount",
        "session",
        "signIn",
        "signed in",
        "signed out",
      ]);
      expect(app.log.codes("error")).toEqual([]);
    });

    test("is enough for many at once", async () => {
      const subs = Array.from({ length: 20 }, (_, index) => `one-of-many-${index}`);
      const sessions = await Promise.all(
        subs.map(async (sub) => {
          const browser = app.browser();
          await viaProvider(browser, "hub", who(sub));
          return browser.session();
        }),
      );
      expect(sessions).toMatchObject(subs.map((sub) => ({ user: { email: who(sub).email } })));
      expect(app.log.codes("error")).toEqual([]);
    });
  });
}
