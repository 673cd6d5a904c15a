import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { connect, migrate, SqlAdapter } from "../../src/adapters/sql/index.js";
import { teams } from "../../src/adapters/suite/record-tables.js";
import { change } from "../../src/core/records/change.js";
import { recordsOf } from "../../src/core/records/of.js";
import { freshPostgres } from "../support/services.js";

describe("a record with a value that its column in the database can't hold", async () => {
  const { skip, url } = await freshPostgres();

  it.skipIf(skip)(
    "isn't lost in silence: the insert fails with the database's reason",
    async () => {
      const db = await connect(url);
      try {
        await migrate(db, { plugins: [{ tables: [teams] }] });
        await sql.raw(`alter table "suite_team" alter column "seats" type smallint`).execute(db);
        const records = recordsOf(SqlAdapter(db), "a test");
        const large = { id: "large", title: "Large", seats: 100_000 };
        await expect(records.insert(teams, large)).rejects.toThrow(/out of range/);
        await expect(records.all([change.insert(teams, large)])).rejects.toThrow(/out of range/);
        expect(await records.get(teams, "large")).toBeNull();
      } finally {
        await db.destroy();
      }
    },
  );
});
