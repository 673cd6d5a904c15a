import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { connect, migrate, SqlAdapter } from "../../../src/adapters/sql/index.js";
import { freshPostgres } from "../../support/services.js";
import { pgOnPostgres } from "./published.js";

const layout = "pg";

describe("migrate on a PostgreSQL database that is in use", async () => {
  const { skip, url } = await freshPostgres();

  test.skipIf(skip)("builds indexes without keeping others from writing", async () => {
    const db = await connect(url);
    afterAll(() => db.destroy());
    for (const statement of pgOnPostgres) await sql.raw(statement).execute(db);
    const { statements } = await migrate(db, { layout, dryRun: true });
    const indexes = statements.filter(
      (text) => /index/.test(text) && !/authenticators|latchkey_state/.test(text),
    );
    expect(indexes).toHaveLength(7);
    for (const statement of indexes) {
      expect(statement).toMatch(/^create (?:unique )?index concurrently/);
    }

    const adapter = SqlAdapter(db, { layout });
    const writing = await connect(url);
    const held = writing.transaction().execute(async (within) => {
      const user = { id: "", email: "held@example.org", emailVerified: null };
      await SqlAdapter(within, { layout }).createUser(user);
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    const migrations = [migrate(db, { layout }), migrate(db, { layout })];
    await new Promise((resolve) => setTimeout(resolve, 100));
    await adapter.createUser({ id: "", email: "meanwhile@example.org", emailVerified: null });
    await held;
    const done = await Promise.all(migrations);
    expect(done.filter((one) => one.statements.length > 0)).toHaveLength(1);
    expect(await adapter.getUserByEmail("meanwhile@example.org")).not.toBeNull();
    await writing.destroy();
  });

  test.skipIf(skip)("leaves nothing half built behind, and mends what was", async () => {
    const { url: other } = await freshPostgres();
    const db = await connect(other);
    afterAll(() => db.destroy());
    for (const statement of pgOnPostgres) await sql.raw(statement).execute(db);
    const insert = sql`insert into users (email) values ('twice@example.org')`;
    await insert.execute(db);
    await insert.execute(db);
    // As a process leaves it that is killed while it builds an index.
    const unique = sql`create unique index concurrently users_email_key on users (email)`;
    await expect(unique.execute(db)).rejects.toThrow(/unique/);
    await expect(migrate(db, { layout })).rejects.toThrow(/stopped at: create unique index/);
    await sql`delete from users where id = 2`.execute(db);
    const { statements } = await migrate(db, { layout });
    expect(statements.join()).toContain('create unique index concurrently "users_email_key"');
    const broken = await sql`select 1 from pg_index where not indisvalid`.execute(db);
    expect(broken.rows).toEqual([]);
    expect(await migrate(db, { layout })).toMatchObject({ statements: [] });
  });
});
