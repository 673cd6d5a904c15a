import type { Row } from "../rows/convert.js";

/** A row as JSON. Dates are marked, so they are read as dates and texts as texts. */
export function encodeRow(row: object): string {
  const members = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date ? { $date: value.toISOString() } : value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

export function decodeRow(json: string): Row {
  const parsed: unknown = JSON.parse(json);
  if (!isObject(parsed)) throw new TypeError("The store returned JSON that isn't a row");
  return Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [name, restored(value)] as const),
  );
}

function restored(value: unknown): unknown {
  const isMarked = isObject(value) && typeof value["$date"] === "string";
  return isMarked ? new Date(String(value["$date"])) : value;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
