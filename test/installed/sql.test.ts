import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { install, latchkey, newestTypeScript, pinned, typeErrors } from "./install.js";

const packages = ["kysely", "libsql"];
const installed = await install(newestTypeScript, ...(await pinned(...packages)));
const doors = ["./adapters/sql", "./plugins/audit/sql", "./state/sql"];

describe("a folder with the package, Kysely and a driver for SQLite", () => {
  it("migrate creates the tables, and finds nothing to do the second time", async () => {
    const cwd = await installed.place({});
    const env = { DATABASE_URL: "file:./auth.db" };
    const first = await latchkey(installed, ["migrate"], { cwd, env });
    expect(first).toMatchObject({ status: 0, errors: "" });
    expect(first.out).toMatch(/create table/i);
    expect((await stat(join(cwd, "auth.db"))).size).toBeGreaterThan(0);
    const second = await latchkey(installed, ["migrate"], { cwd, env });
    expect(second).toMatchObject({ status: 0, out: "-- Up to date: nothing to do.\n" });
  });

  it.each(["sqlite", "postgres", "mysql"])("schema prints the tables for %s", async (dialect) => {
    const { status, out, errors } = await latchkey(installed, ["schema", "--dialect", dialect]);
    expect(errors).toBe("");
    expect(out).toMatch(/create table/i);
    expect(status).toBe(0);
  });

  it("migrate names the driver that is missing", async () => {
    const ran = await latchkey(installed, ["migrate", "--url", "postgres://127.0.0.1:9/app"]);
    expect(ran.status).toBe(1);
    expect(ran.errors).toContain("npm install pg");
  });

  it("compiles with the types of Kysely itself", async () => {
    const code = `
import type { Kysely } from "kysely";
import { connect, SqlAdapter } from "latchkey/adapters/sql";

interface Tables { Post: { id: string; author: string } }
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same: Same<Awaited<ReturnType<typeof connect<Tables>>>, Kysely<Tables>> = true;
const db = await connect<Tables>("file::memory:");
export const authors = db.selectFrom("Post").select("author").execute();
export const adapter = SqlAdapter(db);
export const both = [SqlAdapter(db), same];
// @ts-expect-error There is no such table.
export const none = db.selectFrom("Nothing");
// @ts-expect-error This is no database.
SqlAdapter({});
`;
    expect(await typeErrors(installed, doors, { code })).toEqual([]);
  });
});
