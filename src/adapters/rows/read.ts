import type { AuthorizationDetails } from "../../types/account.js";
import type {
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../types/adapter.js";
import type { JsonValue } from "../../types/common.js";
import { isJson, toBoolean, toDate, toJson, toNumber, toText } from "./convert.js";
import type { Row } from "./convert.js";

/** Reads a user. Other columns are kept as they are. */
export function readUser(row: Row): AdapterUser {
  return {
    ...row,
    id: toText(row["id"]),
    name: textOrNull(row["name"]),
    // A user without an address is stored with null, so there can be many.
    email: textOrNull(row["email"]) ?? "",
    emailVerified: row["emailVerified"] == null ? null : toDate(row["emailVerified"]),
    image: textOrNull(row["image"]),
  };
}

export function readSession(row: Row): AdapterSession {
  return {
    ...row,
    sessionToken: toText(row["sessionToken"]),
    userId: toText(row["userId"]),
    expires: toDate(row["expires"]),
  };
}

export function readVerificationToken(row: Row): VerificationToken {
  return {
    identifier: toText(row["identifier"]),
    token: toText(row["token"]),
    expires: toDate(row["expires"]),
  };
}

export function readAuthenticator(row: Row): AdapterAuthenticator {
  return {
    ...row,
    credentialID: toText(row["credentialID"]),
    userId: toText(row["userId"]),
    providerAccountId: toText(row["providerAccountId"]),
    credentialPublicKey: toText(row["credentialPublicKey"]),
    counter: toNumber(row["counter"]),
    credentialDeviceType: toText(row["credentialDeviceType"]),
    credentialBackedUp: toBoolean(row["credentialBackedUp"]),
    transports: textOrNull(row["transports"]),
  };
}

/** Reads an account. Empty columns are left out, as in the token response. */
export function readAccount(row: Row): AdapterAccount {
  return {
    ...jsonMembers(row),
    ...tokenTypeOf(row["token_type"]),
    ...detailsOf(row["authorization_details"]),
    ...numberMember("expires_at", row["expires_at"]),
    ...numberMember("expires_in", row["expires_in"]),
    userId: toText(row["userId"]),
    type: accountType(row["type"]),
    provider: toText(row["provider"]),
    providerAccountId: toText(row["providerAccountId"]),
  };
}

const textOrNull = (value: unknown): string | null => (value == null ? null : toText(value));

const readApart = new Set(["token_type", "authorization_details", "expires_at", "expires_in"]);

function jsonMembers(row: Row): Record<string, JsonValue> {
  const members: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value !== null && !readApart.has(name) && isJson(value)) members[name] = value;
  }
  return members;
}

function numberMember<Name extends string>(name: Name, value: unknown): { [N in Name]?: number };
function numberMember(name: string, value: unknown): Record<string, number> {
  return value == null ? {} : { [name]: toNumber(value) };
}

function tokenTypeOf(value: unknown): { token_type?: Lowercase<string> } {
  if (value == null) return {};
  const type = toText(value).toLowerCase();
  return isLowercase(type) ? { token_type: type } : {};
}

const isLowercase = (text: string): text is Lowercase<string> => text === text.toLowerCase();

function detailsOf(value: unknown): { authorization_details?: AuthorizationDetails[] } {
  if (value == null) return {};
  const details = toJson(value);
  return areDetails(details) ? { authorization_details: details } : {};
}

function areDetails(value: unknown): value is AuthorizationDetails[] {
  return Array.isArray(value) && value.every((entry) => isJson(entry) && hasType(entry));
}

function hasType(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && "type" in value;
}

const accountTypes: readonly AdapterAccountType[] = ["oauth", "oidc", "email", "webauthn"];

function accountType(value: unknown): AdapterAccountType {
  const type = accountTypes.find((known) => known === value);
  if (type) return type;
  throw new TypeError(
    `The store returned an account of an unknown type. It must be one of ${accountTypes.join(", ")}`,
  );
}
