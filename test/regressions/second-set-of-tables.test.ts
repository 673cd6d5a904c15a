import { connect, migrate } from "latchkey/adapters/sql";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { latchkey } from "../support/command-line.js";
import { freshMysql, freshPostgres } from "../support/services.js";

/** The tables of `@auth/pg-adapter` or `@auth/drizzle-adapter`, as far as they tell what they are. */
const made = {
  pg: ["users", "accounts"],
  drizzle: ["user", "account"],
} as const;

describe.each([
  { name: "PostgreSQL", fresh: freshPostgres, quote: '"' },
  { name: "MariaDB", fresh: freshMysql, quote: "`" },
])("migrate on $name without a layout", async ({ fresh, quote }) => {
  const databases = { pg: await fresh(), drizzle: await fresh(), own: await fresh() };
  const run = (args: readonly string[], url: string) =>
    latchkey(args, { cwd: import.meta.dirname, env: { ...process.env, DATABASE_URL: url } });

  async function open(url: string) {
    const db = await connect(url);
    afterAll(() => db.destroy());
    const create = (table: string, columns: string) =>
      sql.raw(`create table ${quote}${table}${quote} (${columns})`).execute(db);
    return { db, create };
  }

  it.each(["pg", "drizzle"] as const)(
    "refuses where the tables of %s are",
    async (layout) => {
      const { skip, url } = databases[layout];
      if (skip) return;
      const { db, create } = await open(url);
      const [users, accounts] = made[layout];
      const id = layout === "pg" ? "integer" : "varchar(255)";
      await create(users, `id ${id} primary key, email varchar(255)`);
      const columns = ["type", "provider", "providerAccountId"].map(
        (column) => `${quote}${column}${quote} varchar(255)`,
      );
      await create(accounts, [`${quote}userId${quote} ${id}`, ...columns].join(", "));
      await expect(migrate(db)).rejects.toThrow(`latchkey migrate --layout ${layout}`);
      const refused = await run(["migrate", "--plugin", "none"], url);
      expect(refused).toMatchObject({ status: 1, out: "" });
      expect(refused.errors).toContain(`tables ${users} and ${accounts} of the layout "${layout}"`);

      const { statements } = await migrate(db, { layout, dryRun: true });
      expect(statements.join()).not.toContain("User");
      const insisted = await run(
        ["migrate", "--plugin", "none", "--layout", "kysely", "--dry-run"],
        url,
      );
      expect(insisted.out).toContain(`create table ${quote}User${quote}`);
    },
    30_000,
  );

  it("goes on where an application has accounts of another kind", async () => {
    const { skip, url } = databases.own;
    if (skip) return;
    const { db, create } = await open(url);
    await create("users", "id integer primary key");
    await create("accounts", "id integer primary key, balance integer");
    expect((await migrate(db)).statements.length).toBeGreaterThan(5);
    expect((await migrate(db)).statements).toEqual([]);
  });
});
