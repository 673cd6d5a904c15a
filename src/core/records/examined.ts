import { isRecord } from "../../json.js";

/** What of the tables there are isn't as it should be. */
export interface TableReport {
  readonly warnings: readonly string[];
}

/** Of the tables of the core, and of those that a configuration declares. */
export type ExamineTables = (declared: object) => Promise<TableReport>;

/**
 * Under this key an adapter reports on its tables, for the doctor. It changes nothing. Not a method of the contract, as
 * with `bringsState`.
 */
export const examinesTables = Symbol.for("latchkey.examine-tables");

/** Undefined when the adapter can't tell. */
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
