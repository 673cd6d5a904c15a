import { isDate as isIsoDate } from "../../adapters/is-date.js";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../types/adapter.js";
import { AdapterError } from "../errors/errors.js";
import { foldAddress } from "../values/address.js";
import { isRecord } from "../values/json.js";
import { hasNumericId, isNumber } from "./numeric-ids.js";

/** Whether a value has the shape the contract requires. */
type Is<T> = (value: unknown) => value is T;

/** Parses what a method returned, or throws an `AdapterError`. */
export type Read<T> = (answer: unknown, method: string) => T;

/** A result that has to be there. */
export const row =
  <T>(is: Is<T>): Read<T> =>
  (answer, method) => {
    const known = normalized(answer);
    if (is(known)) return known;
    throw new AdapterError(
      `The adapter's "${method}" returned ${kindOf(answer)}, which the adapter contract doesn't allow.`,
      { method },
    );
  };

/**
 * A row, or null where there's none. `isAsked` checks that it's the one requested: any other would let someone
 * into another account.
 */
export function rowOrNull<T>(is: Is<T>, isAsked?: (row: T) => boolean): Read<T | null> {
  const read = row(is);
  return (answer, method) => {
    if (answer === null || answer === undefined) return null;
    const found = read(answer, method);
    if (!isAsked || isAsked(found)) return found;
    throw new AdapterError(
      `The adapter's "${method}" returned a different row than the one requested. Check how it compares keys.`,
      { method },
    );
  };
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (!isRecord(value)) return Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return `an object with ${Object.keys(value).join(", ") || "no members"}`;
}

/** Some stores number their users; inside the library, every id is a string. */
function isId(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** Rows as the library needs them, whatever the driver returns: dates are Dates, and ids are strings. */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(hasNumericId) ? value.map(normalized) : value;
  if (!isRecord(value)) return value;
  const { session, user } = value;
  if (!isRecord(session) || !isRecord(user)) return normalizedRow(value);
  const known = { session: normalizedRow(session), user: normalizedRow(user) };
  return known.session === session && known.user === user ? value : known;
}

/** Members a row may inherit from its class. */
const members = ["id", "name", "email", "image", "sessionToken", "userId", "identifier", "token"];

/** Runs at every session read, so a row that needs no conversion is returned as it is. */
function normalizedRow(value: Record<string, unknown>): Record<string, unknown> {
  const { id, userId, expires, emailVerified } = value;
  const changes = {
    ...(isNumber(id) && { id: String(id) }),
    ...(isNumber(userId) && { userId: String(userId) }),
    ...dateIn("expires", expires),
    ...dateIn("emailVerified", emailVerified),
  };
  if (Object.keys(changes).length === 0) return value;
  const inherited = members.filter((member) => member in value);
  const copy = Object.fromEntries(inherited.map((member) => [member, value[member]]));
  return { ...copy, ...value, ...changes };
}

/** Stores without a date type may return strings. */
function dateIn(name: string, date: unknown): Record<string, Date> | undefined {
  return typeof date === "string" && isIsoDate(date) ? { [name]: new Date(date) } : undefined;
}

export function isUser(value: unknown): value is AdapterUser {
  return isRecord(value) && isId(value["id"]);
}

export function isUserList(value: unknown): value is AdapterUser[] {
  return Array.isArray(value) && value.every(isUser);
}

/** Another row than the requested one would let someone into another account. */
export const isUserWithId =
  (id: string) =>
  (value: unknown): value is AdapterUser =>
    isUser(value) && String(value.id) === String(id);

export const isUserWithEmail =
  (email: string) =>
  (value: unknown): value is AdapterUser => {
    if (!isUser(value)) return false;
    const found: unknown = value.email;
    return typeof found !== "string" || foldAddress(found) === foldAddress(email);
  };

export function isSession(value: unknown): value is AdapterSession {
  return (
    isRecord(value) &&
    typeof value["sessionToken"] === "string" &&
    isId(value["userId"]) &&
    isDate(value["expires"])
  );
}

export interface SessionAndUser {
  session: AdapterSession;
  user: AdapterUser;
}

export function isSessionAndUser(value: unknown): value is SessionAndUser {
  return isRecord(value) && isSession(value["session"]) && isUser(value["user"]);
}

export const isSessionOf =
  (sessionToken: string) =>
  ({ session, user }: SessionAndUser): boolean =>
    session.sessionToken === sessionToken && String(session.userId) === String(user.id);

export function isVerificationToken(value: unknown): value is VerificationToken {
  return isRecord(value) && typeof value["identifier"] === "string" && isDate(value["expires"]);
}

/** An invalid date would never expire, so it's rejected. */
function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}

export function isAccount(value: unknown): value is AdapterAccount {
  return isRecord(value) && isId(value["userId"]);
}

export const isAccountOf =
  (key: AccountKey) =>
  ({ provider, providerAccountId }: AdapterAccount): boolean =>
    provider === key.provider && providerAccountId === key.providerAccountId;

export function isAuthenticator(value: unknown): value is AdapterAuthenticator {
  return isRecord(value) && isId(value["userId"]) && typeof value["credentialID"] === "string";
}

export function isAuthenticatorList(value: unknown): value is AdapterAuthenticator[] {
  return Array.isArray(value) && value.every(isAuthenticator);
}

export function isAccountList(value: unknown): value is AdapterAccount[] {
  return Array.isArray(value) && value.every((entry) => isAccount(entry) && hasKey(entry));
}

function hasKey({ provider, providerAccountId }: Readonly<Record<string, unknown>>): boolean {
  return typeof provider === "string" && typeof providerAccountId === "string";
}
