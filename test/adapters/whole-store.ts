import { sql } from "kysely";
import type { Kysely } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Adapter } from "../../src/adapters/index.js";
import { dialectOf } from "../../src/adapters/sql/database.js";
import { connect } from "../../src/adapters/sql/index.js";
import type { Layout } from "../../src/adapters/sql/index.js";
import { inspectTable } from "../../src/adapters/sql/inspect.js";
import { kyselyClient } from "../../src/adapters/sql/kysely-client.js";
import { dialectNamed } from "../../src/cli/database.js";
import { resolveLayout } from "../../src/adapters/sql/layout.js";
import { planSchema } from "../../src/adapters/sql/plan.js";
import { recordLayouts } from "../../src/adapters/sql/records/layout.js";
import { stateStatements } from "../../src/adapters/sql/state/table.js";
import { examinedTables } from "../../src/core/records/examined.js";
import type { Table } from "../../src/types/records.js";
import { recordTables } from "../../src/adapters/suite/index.js";
import type { SuiteOptions } from "../../src/adapters/suite/index.js";
import { storageJourneys } from "../support/stores-journeys.js";
import { outageJourneys } from "../support/stores-outages.js";
import { keepsRow, type StoreRow } from "./store-row.js";
import { runRecords, runState, runSuite } from "./run-suite.js";

interface Whole {
  /** Its row in docs/stores.md, if it has one. */
  readonly row?: StoreRow;
  /** Two adapters, each with a client of its own, as two processes have them. */
  readonly adapters: readonly [Adapter, Adapter];
  readonly url: string;
  readonly layout: Layout;
  readonly statements: readonly string[];
  readonly options?: SuiteOptions;
  /**
   * Runs a statement, where the database can't be opened by its URL: two copies of SQLite in one process destroy each
   * other's locks on a file.
   */
  readonly run?: (statement: string) => PromiseLike<unknown>;
  /** Whether the statements make the tables of records and of shared state, too. */
  readonly isComplete?: true;
  /** The cases of the adapter suite that these tables can't pass, and why. */
  readonly leavesOut?: Readonly<Record<string, string>>;
}

/**
 * All that a store has to do: the suites of adapters, records and shared state, whole sign-ins, races included, and outages. The
 * tables are those given and nothing is added to them; those of records and of shared state are made beside them.
 */
export function wholeStore(store: Whole): void {
  const { options = {}, leavesOut = {} } = store;
  const [adapter, other] = store.adapters;
  beforeAll(() => (store.run ? makeTables(store, store.run) : makeByUrl(store)));
  describe("adapter", () =>
    runSuite(adapter, { ...options, except: leavesOut, leavesOut: Object.keys(leavesOut) }));
  describe("records", () => runRecords(() => adapter, options));
  describe("shared state", () =>
    runState(
      () => adapter,
      () => other,
    ));
  describe("sign-ins", () => storageJourneys(() => adapter));
  if (store.row) {
    keepsRow(store.row, { adapter: () => adapter, options: { ...options, except: leavesOut } });
  }
  describe("outages", () => outageJourneys(() => adapter));
  test("the doctor finds all tables, and says which one is missing", async () => {
    const look = async (tables: readonly Table[]) =>
      (await examinedTables(adapter, { plugins: [{ tables }] }))?.warnings;
    expect(await look(recordTables)).toEqual([]);
    const missing = { name: "suite_missing", columns: { id: { kind: "key" } }, key: "id" } as const;
    expect((await look([missing]))?.join("\n")).toMatch(
      /^The database is behind: it lacks the table (?:\w+\.)?suite_missing\. Run `npx latchkey/,
    );
  });
}

async function makeByUrl(store: Whole): Promise<void> {
  const db = await connect(store.url);
  await makeTables(store, (statement) => sql.raw(statement).execute(db), db);
  await db.destroy();
}

async function makeTables(
  { statements, layout: given, url, isComplete }: Whole,
  run: (statement: string) => PromiseLike<unknown>,
  db?: Kysely<unknown>,
): Promise<void> {
  for (const statement of statements) await run(statement);
  if (isComplete) return;
  const dialect = db ? dialectOf(db) : dialectNamed(url.split(":", 1)[0] ?? "");
  const layout = resolveLayout({ layout: given });
  const users = given.tables.user;
  const found = db && (await inspectTable(kyselyClient(db), dialect, users));
  const tables = recordLayouts(recordTables, { dialect, layout });
  const plan = planSchema({ dialect, layout, tables }, new Map(found ? [[users, found]] : []));
  for (const statement of [...plan.tables, ...stateStatements(dialect)]) await run(statement);
}
