import { toBoolean, toDate, toText } from "../../../adapters/rows/convert.js";
import type { AdapterAccount, AdapterSession, AdapterUser } from "../../../types/adapter.js";
import type { SourceRow } from "./tables.js";

/** A user of Better Auth with everything that belongs to them, in Latchkey's form. */
export interface ImportedUser {
  readonly user: AdapterUser;
  readonly accounts: readonly AdapterAccount[];
  readonly password: string | undefined;
  readonly sessions: readonly AdapterSession[];
  /** Still encrypted. Undefined for a user without two-factor authentication. */
  readonly twoFactor: { readonly secret: string; readonly backupCodes: string } | undefined;
}

export interface RowsOfUser {
  readonly user: SourceRow;
  readonly accounts: readonly SourceRow[];
  readonly sessions: readonly SourceRow[];
  readonly twoFactors: readonly SourceRow[];
}

/** Providers that have another id here. */
const renamed: Readonly<Record<string, string>> = { microsoft: "microsoft-entra-id" };

export function convert(rows: RowsOfUser, now: number): ImportedUser {
  const { user, twoFactors } = rows;
  const userId = toText(user["id"]);
  const isPassword = ({ providerId }: SourceRow) => providerId === "credential";
  const [hash] = rows.accounts.filter(isPassword).flatMap(({ password }) => textOf(password) ?? []);
  const isOn = user["twoFactorEnabled"] != null && toBoolean(user["twoFactorEnabled"]);
  const app = twoFactors.find(({ verified }) => verified == null || toBoolean(verified));
  return {
    user: {
      id: userId,
      name: textOf(user["name"]) ?? null,
      email: toText(user["email"]).toLowerCase(),
      emailVerified: toBoolean(user["emailVerified"] ?? false) ? moment(user["updatedAt"]) : null,
      image: textOf(user["image"]) ?? null,
    },
    accounts: rows.accounts.filter((row) => !isPassword(row)).map((row) => accountOf(row, userId)),
    password: hash && hashOf(hash),
    sessions: rows.sessions
      .map((row) => ({
        sessionToken: toText(row["token"]),
        userId,
        expires: moment(row["expiresAt"]),
      }))
      .filter(({ expires }) => expires.getTime() > now),
    twoFactor:
      isOn && app
        ? { secret: toText(app["secret"]), backupCodes: toText(app["backupCodes"]) }
        : undefined,
  };
}

function accountOf(row: SourceRow, userId: string): AdapterAccount {
  const id = toText(row["providerId"]);
  const expires = row["accessTokenExpiresAt"];
  const tokens = {
    access_token: textOf(row["accessToken"]),
    refresh_token: textOf(row["refreshToken"]),
    id_token: textOf(row["idToken"]),
    scope: textOf(row["scope"]),
  };
  const given = Object.entries(tokens).filter(([, value]) => value !== undefined);
  return {
    userId,
    type: "oauth",
    provider: renamed[id] ?? id,
    providerAccountId: toText(row["accountId"]),
    ...Object.fromEntries(given),
    ...(tokens.access_token !== undefined && { token_type: "bearer" }),
    ...(expires != null && { expires_at: Math.floor(moment(expires).getTime() / 1000) }),
  };
}

const ofBetterAuth = /^([\da-f]{32}):([\da-f]{64})[\da-f]{64}$/;

/**
 * Converts a hash of Better Auth to our form: scrypt with N = 16384, r = 16 and p = 1, and the salt
 * as written. The first half of its key is the 32-byte key, because PBKDF2 appends one block to the
 * other. Other hashes stay as they are.
 */
function hashOf(hash: string): string {
  const [, salt, key] = ofBetterAuth.exec(hash) ?? [];
  if (salt === undefined || key === undefined) return hash;
  const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
  return `$scrypt$ln=14,r=16,p=1$${base64(Buffer.from(salt))}$${base64(Buffer.from(key, "hex"))}`;
}

/**
 * Whether users with this hash can only sign in if the provider has a `verify` that supports it.
 */
export function isForeign(hash: string): boolean {
  return !hash.startsWith("$scrypt$");
}

/** Some SQLite schemas store seconds, others milliseconds. */
function moment(value: unknown): Date {
  const isSeconds = typeof value === "number" && value < 1e11;
  return isSeconds ? new Date(value * 1000) : toDate(value);
}

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
