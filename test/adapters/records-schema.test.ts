import { expectTypeOf, describe, expect, test } from "vitest";
import Passkey from "latchkey/providers/passkey";
import Password from "latchkey/providers/password";
import WebAuthn from "latchkey/providers/webauthn";
import { twoFactor } from "latchkey/plugins/two-factor";
import { connect, layouts, migrate, schema } from "../../src/adapters/sql/index.js";
import type { LayoutName, SqlDialect } from "../../src/adapters/sql/index.js";
import { members, recordTables, singles, teams } from "../../src/adapters/suite/record-tables.js";
import { MemoryAdapter } from "../../src/adapters/memory/index.js";
import type { Table } from "../../src/types/records.js";
import { change } from "../../src/core/records/change.js";
import { recordsOf } from "../../src/core/records/of.js";
import { checkTable } from "../../src/core/records/table.js";

const dialects: readonly SqlDialect[] = ["sqlite", "postgres", "mysql"];
const layoutNames: readonly LayoutName[] = ["kysely", "prisma", "supabase", "drizzle", "pg"];

describe("the tables of providers", () => {
  const providers = [Password(), Passkey, WebAuthn({ id: "key" })];

  test.each(layoutNames.flatMap((layout) => dialects.map((dialect) => ({ layout, dialect }))))(
    "are named after the users' in $layout on $dialect, and made once",
    ({ layout, dialect }) => {
      const made = schema(dialect, { layout, providers, plugins: [twoFactor()] });
      const user = layouts[layout].tables.user.split(".").at(-1);
      const tablesIn = (text: string) => text.match(/(?<=^create table [^(]*)\w+(?=["`] \()/gm);
      const beside = tablesIn(made)?.filter((name) => name.startsWith(`${user}_`));
      expect(beside).toEqual(
        ["password", "passkey_notes", "second_step"].map((name) => `${user}_${name}`),
      );
      expect(tablesIn(schema(dialect, { layout }))).toHaveLength(5);
    },
  );

  test("can have a name and columns of your own", () => {
    const layout = {
      tables: { ...layouts.kysely.tables, password: "credentials" },
      columns: { password: { hash: "digest" } },
    };
    const made = schema("sqlite", { layout, providers: [Password()] });
    expect(made).toMatch(/create table "credentials" \("userId" .*"digest" text/);
  });
});

describe("migrate", () => {
  test("adds a column with its default to rows that exist, and an index", async () => {
    const db = await connect("file::memory:");
    const older: Table = { ...teams, columns: { id: { kind: "key" }, title: { kind: "text" } } };
    await migrate(db, { plugins: [{ tables: [older] }] });
    const { statements } = await migrate(db, {
      plugins: [{ tables: [{ ...teams, indexes: [["seats"]] }] }],
    });
    expect(statements).toEqual([
      'alter table "suite_team" add column "seats" integer default 3 not null',
      'alter table "suite_team" add column "madeAt" text',
      'create index "suite_team_seats_id_idx" on "suite_team" ("seats", "id")',
    ]);
    await db.destroy();
  });

  test("names of indexes are never cut to the same name", () => {
    const long = (n: number): Table => ({
      ...teams,
      name: `a_plugin_with_a_very_long_name_of_its_tables_no_${n}`,
      indexes: [["seats"], ["seats", "madeAt"]],
    });
    const text = schema("postgres", { plugins: [{ tables: [long(1), long(2)] }] });
    const names = Array.from(text.matchAll(/index "(a_plugin[^"]+)"/g), ([, name = ""]) => name);
    expect(names).toHaveLength(4);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name.length).toBeLessThanOrEqual(63);
  });

  test.each<[string, readonly Table[]]>([
    ["same name", [teams, teams]],
    ["isn't declared", recordTables.filter((table) => table !== teams)],
    [
      "reference each other",
      [
        { ...members, columns: { ...members.columns, teamId: { kind: "key", references: "b" } } },
        {
          ...teams,
          name: "b",
          columns: { id: { kind: "key" }, m: { kind: "key", references: "suite_member" } },
          indexes: [["m"]],
        },
      ],
    ],
    [
      "whose key references another",
      [
        singles,
        {
          ...teams,
          columns: { id: { kind: "key" }, s: { kind: "key", references: "suite_single" } },
          indexes: [["s"]],
        },
      ],
    ],
  ])("refuses tables with %s", (message, tables) => {
    expect(() => schema("sqlite", { plugins: [{ tables }] })).toThrow(message);
  });
});

describe("a table", () => {
  test.each<[string, Partial<Table>]>([
    ["its name", { name: "Team" }],
    ["table of users", { name: "user" }],
    ["its key", { key: "title" }],
    ["its key", { key: "nothing" }],
    ["too long for an index", { indexes: [["title"]] }],
    ["no column color", { unique: [["color"]] }],
    ["up to 3 columns", { unique: [[]] }],
    ['kind "date"', { expires: "seats" }],
    ["default of n", { columns: { ...teams.columns, n: { kind: "integer", default: "1" } } }],
    [
      "must lead an index",
      { columns: { ...teams.columns, u: { kind: "key", references: "user" } } },
    ],
    ["kind must be", { columns: { ...teams.columns, u: { kind: "text", references: "user" } } }],
    ["$in", { columns: { ...teams.columns, $in: { kind: "text" } } }],
  ])("is refused for %s", (message, change) => {
    expect(() => checkTable({ ...teams, ...change })).toThrow(message);
  });
});

test("only what the table declares compiles", () => {
  const records = recordsOf(MemoryAdapter(), "to test");
  const mistakes = async () => {
    const row = await records.get(members, "id");
    expectTypeOf(row?.version).toEqualTypeOf<number | undefined>();
    expectTypeOf(row?.remark).toEqualTypeOf<string | null | undefined>();
    expectTypeOf(row?.expires).toEqualTypeOf<Date | null | undefined>();
    await records.get(members, { teamId: "t", userId: "u" });
    // @ts-expect-error There is no such unique key.
    await records.get(members, { userId: "u" });
    // @ts-expect-error There is no such index.
    await records.find(members, { remark: "r" }, { limit: 1 });
    // @ts-expect-error All rows aren't an index of this table.
    await records.find(members, {}, { limit: 1 });
    // @ts-expect-error The user is missing.
    await records.insert(members, { id: "i" });
    // @ts-expect-error A version is a number.
    await records.update(members, "i", { set: { version: "1" } });
    // @ts-expect-error The key doesn't change.
    await records.update(members, "i", { set: { id: "j" } });
    // @ts-expect-error Texts aren't compared.
    await records.update(members, "i", { if: { remark: "r" } });
    await records.remove(members, "i", { if: { remark: null, version: 1 } });
    // @ts-expect-error There is no such column.
    change.insert(teams, { id: "i", title: "t", color: "red" });
  };
  expect(mistakes).toBeTypeOf("function");
});
