import type { Adapter } from "../types/adapter.js";
import { accountCases } from "./suite/accounts.js";
import { authenticatorCases } from "./suite/authenticators.js";
import type { AdapterCase, SuiteOptions } from "./suite/case.js";
import { raceCases } from "./suite/races.js";
import { recordCaseMakers } from "./suite/records.js";
import { sessionCases } from "./suite/sessions.js";
import { transactionCases } from "./suite/transactions.js";
import { userCases } from "./suite/users.js";
import { verificationTokenCases } from "./suite/verification-tokens.js";

export { recordTables } from "./suite/record-tables.js";
export type { AdapterCase, SuiteOptions } from "./suite/case.js";

/**
 * The compatibility suite: what an adapter must do, as a list of named cases for any test runner.
 * Each case makes rows of its own, so all can run on one store, in any order.
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
 * The same for the `records` of an adapter. An adapter that needs tables needs `recordTables`, which `migrate` creates.
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
