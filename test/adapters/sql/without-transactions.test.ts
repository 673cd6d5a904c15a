import Database from "libsql";
import { Kysely, SqliteDialect, type Driver } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import Email from "latchkey/providers/email";
import { describe, expect, it } from "vitest";
import { Browser } from "../../support/client.js";
import { openInbox } from "../../support/inbox.js";
import { recorder } from "../../support/config.js";
import { runSuite } from "../run-suite.js";

/** As the dialects for D1 have it: statements one by one, and no transactions. */
class StatementsOnly extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.beginTransaction = () =>
      Promise.reject(new Error("Transactions are not supported yet."));
    return driver;
  }
}

const open = () => new Kysely<unknown>({ dialect: new StatementsOnly({ database: file() }) });
const file = () => new Database(":memory:");
const options = { transactions: false } as const;

const inbox = await openInbox();

describe("a database without transactions, said so", async () => {
  const db = open();
  await migrate(db, options);

  runSuite(SqlAdapter(db, options), { leavesOut: ["[RES-14]", "[SEC-P02]"] });

  it("migrates once more, and has nothing to do", async () => {
    expect(await SqlAdapter(db, options).migrate()).toMatchObject({ statements: [] });
  });

  it("says by its adapter that it has none", () => {
    expect(SqlAdapter(db, options)).not.toHaveProperty("transaction");
  });

  it("signs people up and in", async () => {
    const log = recorder();
    const browser = new Browser({
      adapter: SqlAdapter(db, options),
      providers: [Email({ server: inbox.server, from: "no-reply@acme.test" })],
      secret: "a secret of the tests, long enough: 2f6e",
      trustHost: true,
      logger: log.logger,
    });
    await browser.submit("signin/email", { email: "new@example.org" });
    await browser.send(new Request(inbox.newest().link));
    expect(await browser.session()).toMatchObject({ user: { email: "new@example.org" } });
    expect(log.codes("error")).toEqual([]);
  });
});

describe("a database without transactions, not said so", () => {
  const cure = "`transactions: false`";

  it("is told by `migrate`, which changes nothing", async () => {
    const db = open();
    await expect(migrate(db)).rejects.toThrow(cure);
    expect(await db.introspection.getTables()).toEqual([]);
  });

  it("is told by whatever takes a transaction", async () => {
    const db = open();
    await migrate(db, options);
    const adapter = SqlAdapter(db);
    await expect(adapter.transaction(() => Promise.resolve())).rejects.toThrow(cure);
    await expect(adapter.deleteUser("1")).rejects.toThrow(cure);
  });

  it("is not suspected where a transaction fails for another reason", async () => {
    const db = await connect("file::memory:");
    const adapter = SqlAdapter(db);
    const failing = adapter.transaction(() => Promise.reject(new Error("a transaction, mine")));
    await expect(failing).rejects.toThrow(/^a transaction, mine$/);
  });
});
