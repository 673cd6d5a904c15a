import type { Row } from "../rows/convert.js";
import { encodeRow } from "./codec.js";
import type { SqlContext } from "./context.js";
import type { TableLayout } from "./layout.js";
import type { Statement } from "./sql.js";

/** A compiled statement, and which value of the key each of its parameters is; -1 if it's none. */
interface Finder {
  readonly statement: Statement;
  readonly places: readonly number[];
}

/**
 * Returns the statement that finds rows of one table by a key. It's made once for each set of
 * fields, unless a key isn't all text, which may need another.
 */
export function finderOf(
  { dialect, table }: Pick<SqlContext, "dialect"> & { readonly table: TableLayout },
  make: (key: Row) => Statement,
): (key: Row) => Statement {
  const known = new Map<string, Finder>();
  const encoded = (key: Row) => encodeRow(table, dialect, key).map(([, value]) => value);
  const prepare = (name: string, key: Row): Finder => {
    const holders = Object.keys(key).map((field, at) => [field, `value ${at}`] as const);
    const sample = Object.fromEntries(holders);
    const statement = make(sample);
    const held = encoded(sample);
    const places = statement.parameters.map((given) => held.indexOf(given));
    known.set(name, { statement, places });
    return { statement, places };
  };
  return (key) => {
    const values = encoded(key);
    if (!values.every(isText)) return make(key);
    const name = Object.keys(key).join(" ");
    const { statement, places } = known.get(name) ?? prepare(name, key);
    if (places.includes(-1)) return make(key);
    return { ...statement, parameters: places.map((at) => values[at]) };
  };
}

const isText = (value: unknown): boolean => typeof value === "string";
