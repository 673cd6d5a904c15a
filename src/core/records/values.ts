import type { Column, Row, RowOf, Table, Value } from "../../types/records.js";
import { isWholeText } from "../values/text.js";
import { columnOf } from "./table.js";

const longestKey = 255;
const longestText = 100_000;

/** The range of years that every store can hold and sort. */
const [firstYear, lastYear] = [1000, 9999];

/** Converts a value for storage. Throws a `TypeError` if it isn't of the column's kind. */
export function toStored(table: Table, called: string, given: unknown): Value {
  const column = columnOf(table, called);
  if (!column) throw new TypeError(`${table.name} has no column ${called}`);
  if (given === null || given === undefined) {
    if (column.nullable) return null;
    throw new TypeError(`${table.name}.${called} can't be null`);
  }
  const value = ofKind(column, given);
  if (value === undefined) {
    throw new TypeError(`${table.name}.${called} can't hold this value: ${rules[column.kind]}`);
  }
  return value;
}

/** Whether a string can be a row's key. Others are never found. */
export function isKey(text: string): boolean {
  return [...text].length <= longestKey && text !== "" && !text.endsWith(" ") && isWholeText(text);
}

const rules: Readonly<Record<Column["kind"], string>> = {
  key: `a key is a text of 1 to ${longestKey} characters without trailing spaces and NUL`,
  text: `a text has at most ${longestText} characters and no NUL`,
  integer: "an integer is between -(2^53 - 1) and 2^53 - 1",
  boolean: "it must be true or false",
  date: `a date is a valid Date of the years ${firstYear} to ${lastYear}`,
  json: `it must be JSON of at most ${longestText} characters`,
};

function ofKind({ kind }: Column, given: unknown): Value | undefined {
  if (kind === "json") return jsonOf(given);
  if (kind === "date") return isOrderly(given) ? new Date(given) : undefined;
  if (typeof given === "string") return isTextOf(kind, given) ? given : undefined;
  if (typeof given === "boolean") return kind === "boolean" ? given : undefined;
  const isWhole = typeof given === "number" && Number.isSafeInteger(given);
  return isWhole && kind === "integer" ? given : undefined;
}

function isTextOf(kind: Column["kind"], text: string): boolean {
  if (kind === "key") return isKey(text);
  return kind === "text" && text.length <= longestText && isWholeText(text);
}

function isOrderly(given: unknown): given is Date {
  const year = given instanceof Date ? given.getUTCFullYear() : 0;
  return year >= firstYear && year <= lastYear;
}

function jsonOf(given: unknown): string | undefined {
  // Undefined for a function or a symbol, whatever the types say.
  const text: unknown = JSON.stringify(given);
  return typeof text === "string" && text.length <= longestText ? text : undefined;
}

/** A row for the caller: exactly the declared columns. */
export function fromStored(table: Table, stored: Row): Record<string, unknown> {
  const entries = Object.entries(table.columns).map(([called, column]): [string, unknown] => {
    const value = present(column, Object.hasOwn(stored, called) ? stored[called] : undefined);
    if (value === null && !column.nullable) {
      throw new TypeError(
        `The store returned no value for ${table.name}.${called}. If the column is missing, run \`npx latchkey migrate\``,
      );
    }
    return [called, column.kind === "json" && typeof value === "string" ? parse(value) : value];
  });
  return Object.fromEntries(entries);
}

function parse(text: string): unknown {
  return JSON.parse(text);
}

/** Rows that are older than a column get its default. */
function present(column: Column, value: Value | undefined): Value {
  if (value === undefined) return column.default ?? null;
  return value === null && !column.nullable ? (column.default ?? null) : value;
}

/** Whether it has every column of the table, as `fromStored` returns it. */
export function isRowOf<T extends Table>(table: T, row: object): row is RowOf<T> {
  return Object.keys(table.columns).every((called) => Object.hasOwn(row, called));
}

/** A stored row's value in a column. A row that is older than the column has its default. */
export function valueIn(table: Table, row: Row, called: string): Value {
  const value = Object.hasOwn(row, called) ? row[called] : undefined;
  return value === undefined ? (columnOf(table, called)?.default ?? null) : value;
}

/** Whether a stored row has these values. */
export function hasValues(table: Table, row: Row, where: Row): boolean {
  return Object.entries(where).every(([called, value]) => {
    const found = valueIn(table, row, called);
    if (!(found instanceof Date)) return found === value;
    return value instanceof Date && found.getTime() === value.getTime();
  });
}
