import { AdapterError } from "../errors.js";
import { isRecord } from "../json.js";
import type {
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";

type Is<T> = (value: unknown) => value is T;

/** What an adapter gave, when it has the shape that the contract says; else an `AdapterError`. */
export function row<T>(method: string, is: Is<T>, value: unknown): T {
  if (is(value)) return value;
  throw new AdapterError(
    `The adapter's "${method}" gave ${kindOf(value)}, which is not what its contract says.`,
    { method },
  );
}

/** The same where null, or nothing, says that there is no such row. */
export function rowOrNull<T>(method: string, is: Is<T>, value: unknown): T | null {
  return value === null || value === undefined ? null : row(method, is, value);
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (!isRecord(value)) return Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return `an object with ${Object.keys(value).join(", ") || "no members"}`;
}

/** Some stores number their users; such an id is as good as a text. */
function isId(value: unknown): boolean {
  return (
    (typeof value === "string" && value !== "") ||
    typeof value === "number" ||
    typeof value === "bigint"
  );
}

export function isUser(value: unknown): value is AdapterUser {
  return isRecord(value) && isId(value["id"]);
}

export function isSession(value: unknown): value is AdapterSession {
  return (
    isRecord(value) &&
    typeof value["sessionToken"] === "string" &&
    isId(value["userId"]) &&
    isDate(value["expires"])
  );
}

export function isSessionAndUser(
  value: unknown,
): value is { session: AdapterSession; user: AdapterUser } {
  return isRecord(value) && isSession(value["session"]) && isUser(value["user"]);
}

export function isVerificationToken(value: unknown): value is VerificationToken {
  return isRecord(value) && typeof value["identifier"] === "string" && isDate(value["expires"]);
}

/** A date that is none would never be over; it is not accepted. */
function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

export function isAuthenticatorList(value: unknown): value is AdapterAuthenticator[] {
  return Array.isArray(value) && value.every(isRecord);
}
