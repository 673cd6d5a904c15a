import type { Adapter } from "../../types/adapter.js";
import { accountCases } from "./accounts.js";
import { authenticatorCases } from "./authenticators.js";
import type { AdapterCase, SuiteOptions } from "./case.js";
import { raceCases, transactionCases } from "./races.js";
import { recordCaseMakers } from "./records.js";
import { sessionCases, verificationTokenCases } from "./sessions.js";
import { userCases } from "./users.js";

export { recordTables } from "./record-tables.js";
export type { AdapterCase, SuiteOptions } from "./case.js";

/**
 * Returns the compatibility suite for adapters, as a list of named cases for any test runner. Each
 * case creates its own rows, so all can run on one store, in any order.
 *
 * ```ts
 * // vitest
 * for (const { name, skip, run } of adapterCases(MyAdapter())) test.skipIf(skip)(name, run);
 * // node:test
 * for (const { name, skip, run } of adapterCases(MyAdapter())) test(name, { skip }, run);
 * ```
 */
export function adapterCases(
  adapter: Adapter | (() => Adapter),
  options: SuiteOptions = {},
): AdapterCase[] {
  const subject = { adapter: typeof adapter === "function" ? adapter() : adapter, options };
  return [
    ...userCases,
    ...accountCases,
    ...sessionCases,
    ...verificationTokenCases,
    ...authenticatorCases,
    ...transactionCases,
    ...raceCases,
  ].map((makeCase) => makeCase(subject));
}

/**
 * Returns the suite for an adapter's `records`. If the adapter needs tables, create `recordTables`
 * with `migrate`.
 *
 * ```ts
 * await migrate(db, { plugins: [{ tables: recordTables }] });
 * for (const { name, skip, run } of recordCases(SqlAdapter(db))) test.skipIf(skip)(name, run);
 * ```
 */
export function recordCases(
  adapter: Adapter | (() => Adapter),
  options: SuiteOptions = {},
): AdapterCase[] {
  const subject = { adapter: typeof adapter === "function" ? adapter() : adapter, options };
  return recordCaseMakers.map((makeCase) => makeCase(subject));
}
