import { sql } from "kysely";
import { connect, migrate, SqlAdapter } from "latchkey/adapters/sql";
import { describe, expect, it } from "vitest";
import { examine } from "../../src/doctor/examine.js";
import { defaultFlows } from "../../src/flows/defaults.js";

const site = { origin: "https://app.example", basePath: "/auth" };

describe("ids of deleted users on SQLite", () => {
  const tell = async (db: Awaited<ReturnType<typeof connect>>) => {
    const adapter = SqlAdapter(db, { layout: "pg" });
    const found = await examine(
      { providers: [], adapter, secret: "0123456789abcdef0123456789abcdef", url: site.origin },
      { site, defaultFlows },
    );
    return found.filter(({ about }) => about === "tables");
  };
  const newcomer = async ({ createUser }: ReturnType<typeof SqlAdapter>, name: string) =>
    (await createUser({ id: "", email: `${name}@example.org`, emailVerified: null })).id;

  it("are not given to others", async () => {
    const db = await connect("file::memory:");
    const adapter = SqlAdapter(db, { layout: "pg" });
    await adapter.migrate();
    const id = await newcomer(adapter, "ada");
    await adapter.deleteUser(id);
    expect(await newcomer(adapter, "bob")).not.toBe(id);
    expect((await adapter.migrate()).statements).toEqual([]);
    expect(await tell(db)).toEqual([]);
    await db.destroy();
  });

  it("are warned about where the table was made before", async () => {
    const db = await connect("file::memory:");
    const before = `create table users (id integer not null, name text, email text unique, "emailVerified" text,
      image text, constraint users_pkey primary key (id))`;
    await sql.raw(before).execute(db);
    const { warnings } = await migrate(db, { layout: "pg" });
    expect(warnings.join()).toContain("The table users reuses the ids of deleted users");
    expect(await tell(db)).toMatchObject([{ level: "warning", message: warnings.join() }]);
    await db.destroy();
  });
});
