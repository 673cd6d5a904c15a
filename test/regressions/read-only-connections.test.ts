import { sql } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { afterAll, describe, expect, it } from "vitest";
import { freshMysql, freshPostgres } from "../support/services.js";

const named = (id: string) => ({ id, email: `${id}@example.org`, emailVerified: null });

describe.each([
  {
    name: "PostgreSQL",
    ...(await freshPostgres()),
    demote: sql`set session characteristics as transaction read only`,
    sleep: sql`select pg_sleep(0.1)`,
  },
  {
    name: "MariaDB",
    ...(await freshMysql()),
    demote: sql`set session transaction read only`,
    sleep: sql`select sleep(0.1)`,
  },
])("connections to $name whose server became a replica", ({ skip, url, demote, sleep }) => {
  /** A pool of several connections, all of which then refuse to write. */
  async function world() {
    const db = await connect(url);
    afterAll(() => db.destroy());
    await migrate(db);
    const hold = () =>
      db.connection().execute(async (one) => {
        await sleep.execute(one);
        await demote.execute(one);
      });
    await Promise.all(Array.from({ length: 4 }, hold));
    await sleep.execute(db);
    return db;
  }

  it.skipIf(skip)("are replaced after the first write that is refused", async () => {
    const { createUser } = SqlAdapter(await world());
    await expect(createUser(named("ada"))).rejects.toThrow(/read.only/i);
    for (const id of ["bob", "cy", "dee"]) {
      expect(await createUser(named(id))).toMatchObject({ email: `${id}@example.org` });
    }
  });

  it.skipIf(skip)("are replaced when a transaction is refused, whose error stays", async () => {
    const db = await world();
    const write = () =>
      db.transaction().execute((trx) => sql`create table written (id integer)`.execute(trx));
    await expect(write()).rejects.toThrow(/read.only/i);
    await write();
  });
});
