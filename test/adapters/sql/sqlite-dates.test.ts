import type { Kysely } from "kysely";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import { runSuite } from "../run-suite.js";
import { lateDatabase } from "./shared.js";

describe("an SQLite database in the layout of drizzle, with dates as milliseconds", () => {
  let db: Kysely<unknown>;
  const layout = "drizzle";
  const late = lateDatabase(() => db);

  beforeAll(async () => {
    db = await connect("file::memory:");
    await migrate(db, { layout });
  });

  afterAll(() => db.destroy());

  runSuite(SqlAdapter(late, { dialect: "sqlite", layout }), {
    leavesOut: ["[RES-14]"],
  });

  test("keeps dates as integers", async () => {
    const adapter = SqlAdapter(db, { layout });
    await adapter.createVerificationToken({ identifier: "a", token: "b", expires: new Date(5) });
    const { rows } =
      await sql`select "expires" from "verificationToken" where "token" = 'b'`.execute(db);
    expect(rows).toEqual([{ expires: 5 }]);
    expect(await adapter.sweep()).toMatchObject({ verificationTokens: 1 });
  });

  test("sweep leaves dates alone that are kept in another form than expected", async () => {
    const adapter = SqlAdapter(db, { layout });
    const token = { identifier: "a", token: "c", expires: new Date(5) };
    await adapter.createVerificationToken(token);
    const wrong = SqlAdapter(db, { layout: { ...adapterTables, sqliteDates: "text" } });
    expect(await wrong.sweep()).toEqual({ sessions: 0, verificationTokens: 0 });
    expect(await wrong.useVerificationToken(token)).toEqual(token);
  });
});

const adapterTables = {
  tables: {
    user: "user",
    account: "account",
    session: "session",
    verificationToken: "verificationToken",
    authenticator: "authenticator",
  },
};
