import { isWholeText } from "../../core/values/text.js";
import type { Row } from "../rows/convert.js";
import type { SqlContext } from "./context.js";
import type { TableLayout } from "./layout.js";

type Columns = Pick<SqlContext, "dialect" | "layout">;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Whether a row can have this key. MySQL would match `1x` with the number 1, PostgreSQL `01`. */
export function canMatch(context: Columns, table: TableLayout, key: Row): boolean {
  const numbered = context.layout.ids === "number";
  return Object.entries(key).every(([field, value]) => {
    if (typeof value !== "string") return true;
    return isWholeText(value) && (!numbered || !isId(table, field) || isNumber(value));
  });
}

/**
 * Whether the database accepts this key. It may refuse ids that don't fit the column, such as a
 * uuid or a smaller integer.
 */
export function isTaken(context: Columns, table: TableLayout, key: Row): boolean {
  if (context.dialect !== "postgres") return true;
  const known = context.layout.ids === "number" ? /^\d{1,9}$/ : uuid;
  return Object.entries(key).every(
    ([field, value]) => !isId(table, field) || (typeof value === "string" && known.test(value)),
  );
}

const isNumber = (text: string): boolean => /^(?:0|[1-9]\d{0,17})$/.test(text);

function isId(table: TableLayout, field: string): boolean {
  const kind = table.fields[field]?.kind;
  return kind === "id" || kind === "ref";
}
