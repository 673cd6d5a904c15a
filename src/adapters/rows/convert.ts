import type { JsonValue } from "../../types/common.js";

/** A row as a store gives it: what it holds is not known yet. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads a text. Stores that number their rows give numbers where we want ids. */
export function toText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "bigint") return value.toString();
  throw new TypeError(`The store gave ${kindOf(value)} where a text is due`);
}

/** Reads a moment, from whatever form the store keeps it in. Text without a zone is UTC. */
export function toDate(value: unknown): Date {
  const date = typeof value === "string" ? new Date(withZone(value)) : dateOf(value);
  if (Number.isNaN(date.getTime())) throw new TypeError("The store gave a date that is none");
  return date;
}

function dateOf(value: unknown): Date {
  if (value instanceof Date) return value;
  if (typeof value === "number" || typeof value === "bigint") return new Date(Number(value));
  throw new TypeError(`The store gave ${kindOf(value)} where a date is due`);
}

function withZone(text: string): string {
  // As this library writes it, into every session.
  if (text.endsWith("Z") && text[10] === "T") return text;
  const zoned = /(?:Z|[+-]\d{2}(?::?\d{2})?)$/.test(text.slice(10));
  return text.replace(" ", "T") + (zoned ? "" : "Z");
}

/** Reads a number. Drivers give wide integers as text or bigint. */
export function toNumber(value: unknown): number {
  const number = typeof value === "string" || typeof value === "bigint" ? Number(value) : value;
  if (typeof number === "number" && !Number.isNaN(number)) return number;
  throw new TypeError(`The store gave ${kindOf(value)} where a number is due`);
}

/** Reads a boolean. Stores without them keep 0 and 1. */
export function toBoolean(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  return toNumber(value) !== 0;
}

/** Reads a JSON value, kept as such or as text. */
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
