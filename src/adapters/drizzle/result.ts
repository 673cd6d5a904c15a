import { isRecord } from "../../core/values/json.js";
import type { Row } from "../rows/convert.js";
import type { Result } from "../sql/client.js";
import type { SqlDialect } from "../sql/model.js";

/** Normalizes a result. Drizzle returns whatever the driver does: rows, a summary, or both. */
export function resultOf(dialect: SqlDialect, given: unknown): Result {
  // mysql2 returns a pair; its second member describes columns.
  const answer: unknown = dialect === "mysql" && Array.isArray(given) ? given[0] : given;
  const header = headerOf(answer);
  return {
    rows: rowsOf(Array.isArray(answer) ? answer : header["rows"]),
    changed: Number(firstOf(header, changedNames) ?? 0),
    insertId: firstOf(header, insertIdNames),
  };
}

const changedNames = ["rowCount", "affectedRows", "rowsAffected", "changes", "count"];
const insertIdNames = ["insertId", "lastInsertRowid", "last_row_id"];

/** The summary of a write: postgres-js has it on the list of rows, D1 in `meta`. */
export function headerOf(answer: unknown): Row {
  if (Array.isArray(answer)) return { count: Reflect.get(answer, "count") };
  if (!isRecord(answer)) return {};
  return isRecord(answer["meta"]) ? { ...answer, ...answer["meta"] } : answer;
}

function firstOf(header: Row, names: readonly string[]): unknown {
  const name = names.find((one) => header[one] !== undefined && header[one] !== null);
  return name === undefined ? undefined : header[name];
}

const rowsOf = (rows: unknown): Row[] => (Array.isArray(rows) ? rows.filter(isRecord) : []);
