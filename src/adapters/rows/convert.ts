import type { JsonValue } from "../../types/common.js";

/** A row from a store, with values of unknown types. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads a text. Stores with numeric ids return numbers. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return value.toString();
  throw new TypeError(`The store returned ${kindOf(value)} instead of a string`);
}

/** Reads a date in whatever form the store keeps it. Text without a zone is UTC. */
export function toDate(value: unknown): Date {
  const date = typeof value === "string" ? new Date(withZone(value)) : dateOf(value);
  if (Number.isNaN(date.getTime())) throw new TypeError("The store returned an invalid date");
  return date;
}

function dateOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === "number" || typeof value === "bigint") return new Date(Number(value));
  throw new TypeError(`The store returned ${kindOf(value)} instead of a date`);
}

function withZone(text: string): string {
  // The form that this library writes, in every session.
  if (text.endsWith("Z") && text[10] === "T") return text;
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10));
  return text.replace(" ", "T") + (zoned ? "" : "Z");
}

/** Reads a number. Drivers return wide integers as text or bigint. */
export function toNumber(value: unknown): number {
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number" && !Number.isNaN(number)) return number;
  throw new TypeError(`The store returned ${kindOf(value)} instead of a number`);
}

/** Reads a boolean. Some stores keep 0 and 1. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return toNumber(value) !== 0;
}

/** Reads a JSON value that is stored as JSON or text. */
export function toJson(value: unknown): unknown {
  return typeof value === "string" ? JSON.parse(value) : value;
}

export function isJson(value: unknown): value is JsonValue {
  if (value === null || ["string", "number", "boolean"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isJson);
  return isPlainObject(value) && Object.values(value).every((v) => v === undefined || isJson(v));
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !(value instanceof Date);
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
