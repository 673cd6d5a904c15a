import { isDate as isIsoDate } from "../adapters/is-date.js";
import { AdapterError } from "../errors.js";
import { foldAddress } from "../flows/address.js";
import { isRecord } from "../json.js";
import { hasNumericId, isNumber } from "./numeric-ids.js";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../types/adapter.js";

/** Tells whether a value has the shape that the contract says. */
type Is<T> = (value: unknown) => value is T;

/** What an adapter gave, when it has the shape that the contract says; else an `AdapterError`. */
export function row<T>(method: string, is: Is<T>, value: unknown): T {
  const known = normalized(value);
  if (is(known)) return known;
  throw new AdapterError(
    `The adapter's "${method}" gave ${kindOf(value)}, which is not what its contract says.`,
    { method },
  );
}

/** The same where null, or nothing, says that there is no such row. */
export function rowOrNull<T>(method: string, is: Is<T>, value: unknown): T | null {
  return value === null || value === undefined ? null : row(method, is, value);
}

/** The row, if it is the one that was asked for: somebody else's would let somebody else in. */
export function asked<T>(method: string, found: T | null, isAsked: (row: T) => boolean): T | null {
  if (found === null || isAsked(found)) return found;
  throw new AdapterError(
    `The adapter's "${method}" gave a row that is not the one it was asked for. Look at how it compares keys.`,
    { method },
  );
}

function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (!isRecord(value)) return Array.isArray(value) ? "a list" : `a ${typeof value}`;
  return `an object with ${Object.keys(value).join(", ") || "no members"}`;
}

/** Some stores number their users; inside, every id is a text. */
function isId(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

/** Rows as the library knows them, whatever the driver: dates are dates, and ids are texts. */
function normalized(value: unknown): unknown {
  if (Array.isArray(value)) return value.some(hasNumericId) ? value.map(normalized) : value;
  if (!isRecord(value)) return value;
  const { session, user } = value;
  if (!isRecord(session) || !isRecord(user)) return normalizedRow(value);
  const known = { session: normalizedRow(session), user: normalizedRow(user) };
  return known.session === session && known.user === user ? value : known;
}

/** What a row may have by its class, and not by itself. */
const members = ["id", "name", "email", "image", "sessionToken", "userId", "identifier", "token"];

/** This runs at every read of a session: a row that is in order is returned as it is. */
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

/** Stores without dates may give them as text. */
function dateIn(name: string, date: unknown): Record<string, Date> | undefined {
  return typeof date === "string" && isIsoDate(date) ? { [name]: new Date(date) } : undefined;
}

export function isUser(value: unknown): value is AdapterUser {
  return isRecord(value) && isId(value["id"]);
}

/** A row that is not the one asked for would let somebody into another's account. */
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

/** A date that is none would never be over; it is not accepted. */
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
