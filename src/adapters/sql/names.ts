import type { TableLayout } from "./layout.js";

/** PostgreSQL cuts longer names, so that two may become one. */
const longestName = 63;

export function indexName(table: TableLayout, parts: readonly string[]): string {
  const name = [table.table.split(".").at(-1), ...parts].join("_");
  if (name.length <= longestName) return name;
  const hash = Array.from(name).reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  return `${name.slice(0, longestName - 9)}_${hash.toString(36)}`;
}
