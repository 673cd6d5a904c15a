import { readFileSync } from "node:fs";
import { up } from "@auth/d1-adapter";
import { D1Adapter } from "latchkey/adapters/d1";
import { DrizzleAdapter } from "latchkey/adapters/drizzle";
import { schema, SqlAdapter } from "latchkey/adapters/sql";
import { recordTables } from "latchkey/adapters/suite";
import { twoFactor } from "latchkey/plugins/two-factor";
import { drizzle } from "drizzle-orm/d1";
import { afterAll, describe, expect, test } from "vitest";
import { numbersOnSqlite } from "../../test/adapters/drizzle/schemas.ts";
import { keepsRow } from "../../test/adapters/store-row.ts";
import { drizzleOnSqlite } from "../../test/adapters/sql/published.ts";
import { doctorOnTables } from "../../test/support/doctor-on-tables.ts";
import { storageJourneys } from "../../test/support/stores-journeys.ts";
import { outageJourneys } from "../../test/support/stores-outages.ts";
import { openDatabase } from "./d1/database.mjs";
import { numbers, published } from "./d1/layouts.mjs";

/*
 * D1's own engine, under workerd. The suites run inside the worker; whole sign-ins outside, with a worker that runs each
 * statement.
 */

const plugins = [{ tables: recordTables }];
const printed = (options) =>
  schema("sqlite", { plugins, ...options })
    .split(/;\n/)
    .filter(Boolean);
/** Without those of the adapter, which are there. */
const beside = (options) =>
  printed(options).filter((statement) => /\b(?:suite_|latchkey_state)/.test(statement));

const page = readFileSync(new URL("../../docs/cloudflare-d1.md", import.meta.url), "utf8");
const lacking = /```sql\n([\s\S]*?)```/.exec(page)[1].split(/;\n/).filter(Boolean);

/** The statements by which the package makes its tables. */
const ofPackage = [];
await up({ prepare: (statement) => ({ run: async () => void ofPackage.push(statement) }) });

const stores = {
  native: {
    statements: printed({ user: { plan: "text", active: "boolean" } }),
    adapterOn: (binding) => D1Adapter(binding),
    leavesOut: ["[SEC-P02]", "within a transaction"],
  },
  documented: {
    statements: [...drizzleOnSqlite, ...beside({ layout: "drizzle" })],
    adapterOn: (binding) => DrizzleAdapter(drizzle(binding)),
    leavesOut: ["[SEC-P02]", "within a transaction", "[RES-14]"],
  },
  published: {
    statements: [...ofPackage, ...lacking, ...beside({ layout: published })],
    adapterOn: (binding) => D1Adapter(binding, { layout: published }),
    leavesOut: ["[SEC-P02]", "within a transaction", "[RES-14]"],
  },
  numbers: {
    statements: [...numbersOnSqlite.statements, ...beside({ layout: numbers })],
    adapterOn: (binding) => DrizzleAdapter(drizzle(binding), numbersOnSqlite.tables),
    leavesOut: ["[SEC-P02]", "within a transaction"],
  },
};

/** In docs/stores.md, and whether the worker tries columns of the application's own. */
const rows = {
  native: ["D1", true],
  documented: ["Drizzle, D1", false, "drizzle-kit, Wrangler"],
  published: ["D1, tables of `@auth/d1-adapter`", false],
  numbers: ["Drizzle, D1, integer ids and own columns", true, "drizzle-kit, Wrangler"],
};

describe.each(Object.entries(stores))("D1, %s", async (store, { statements, ...made }) => {
  const { ask, binding, close } = openDatabase();
  afterAll(close);
  await ask({ act: "statements", statements });

  for (const [suite, cases] of await ask({ act: "list", store })) {
    describe(`${suite}, in the worker`, () => {
      for (const { name } of cases.filter(({ skip }) => !skip)) {
        test(name, () => ask({ act: "run", store, suite, name }));
      }
      test("leaves out only what needs transactions, or columns of the application's own", () => {
        const { leavesOut } = made;
        const left = cases.filter(({ skip }) => skip).map(({ name }) => name);
        const known = cases.filter(({ name }) => leavesOut.some((part) => name.includes(part)));
        expect(left).toEqual(known.map(({ name }) => name));
      });
    });
  }

  test("the doctor finds all tables, and says which one is missing", async () => {
    const look = (tables) => ask({ act: "examine", store, plugins: [{ tables }] });
    expect(await look(recordTables)).toEqual({ warnings: [] });
    const missing = { name: "suite_missing", columns: { id: { kind: "key" } }, key: "id" };
    const { warnings } = await look([missing]);
    expect(warnings.join()).toMatch(/is behind: it lacks the table suite_missing\. Run `npx latch/);
  });

  const [name, own, migrations = "Wrangler"] = rows[store];
  keepsRow(
    { name, migrations },
    {
      adapter: () => made.adapterOn(binding),
      options: own ? { extraUserFields: { plan: "" } } : {},
    },
  );
  describe("sign-ins", () => storageJourneys(() => made.adapterOn(binding)));
  describe("outages", () =>
    outageJourneys(() => made.adapterOn(binding), { losesNumbers: store === "numbers" }));
});

test("what isn't a D1 database is refused, with the line to write", () => {
  expect(() => D1Adapter(undefined)).toThrow("`D1Adapter(env.DB)`");
  expect(() => DrizzleAdapter(drizzle(undefined))).toThrow("`drizzle(env.DB)`");
});

test("the doctor says in one sentence what the database lacks, and the command", async () => {
  const { ask, binding, close } = openDatabase();
  const statements = schema("sqlite").split(/;\n/).filter(Boolean);
  await ask({ act: "statements", statements });
  await ask({ act: "statements", statements: ['drop index "User_email_key"'] });
  const lacks =
    "The database is behind: it lacks the unique key User (email) and the table User_second_step.";
  expect(await doctorOnTables(D1Adapter(binding), [twoFactor()])).toEqual([
    `${lacks} Run \`npx latchkey schema --dialect sqlite > migrations/0001_auth.sql\` and \`npx wrangler d1 migrations apply DB\`.`,
  ]);
  expect(await doctorOnTables(DrizzleAdapter(drizzle(binding)), [twoFactor()])).toEqual([
    expect.stringMatching(/^The database is behind: .*\. Run `npx latchkey schema --for drizzle`/),
  ]);
  return close();
});

test("SqlAdapter says which adapter D1 has", () => {
  const { binding, close } = openDatabase();
  expect(() => SqlAdapter(binding)).toThrow("`D1Adapter(env.DB)`");
  return close();
});

test("a table that is missing is an error that says what to do, and nothing is written", async () => {
  const { ask, binding, close } = openDatabase();
  const { records } = D1Adapter(binding);
  const columns = { id: { kind: "key" } };
  await ask({ act: "statements", statements: ["create table notes (id text primary key)"] });
  const [notes, missing] = ["notes", "missing"].map((name) => ({ name, columns, key: "id" }));
  const insert = (table) => ({ kind: "insert", table, row: { id: "1" } });
  await expect(records.write([insert(notes), insert(missing)])).rejects.toThrow(
    /no table missing.*npx wrangler d1 migrations apply/,
  );
  expect(await records.count(notes, {}, 10)).toBe(0);
  return close();
});
