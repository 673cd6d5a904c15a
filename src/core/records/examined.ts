import type { ExamineTables, TableReport } from "../../types/store.js";
import { isRecord } from "../values/json.js";

/**
 * The key of a function by which an adapter reports on its tables to the doctor, without changing anything.
 * Not a method of the contract, like `bringsState`.
 */
export const examinesTables = Symbol.for("latchkey.examine-tables");

/** Undefined if the adapter can't tell. */
export async function examinedTables(
  adapter: object,
  ...given: Parameters<ExamineTables>
): Promise<TableReport | undefined> {
  const work: unknown = Reflect.get(adapter, examinesTables);
  if (typeof work !== "function") return undefined;
  const report: unknown = await Reflect.apply(work, adapter, given);
  return isReport(report) ? report : undefined;
}

function isReport(value: unknown): value is TableReport {
  return isRecord(value) && Array.isArray(value["warnings"]);
}
