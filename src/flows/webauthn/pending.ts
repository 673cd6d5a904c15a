import type { Claims } from "../../core/crypto/token.js";
import { isRecord } from "../../core/values/json.js";
import type { User } from "../../types/session.js";
import type { CeremonyAction } from "./ceremony.js";

/** The user a credential is being created for. */
export interface Newcomer {
  readonly user: User;
  /** The user handle on the authenticator, base64url. */
  readonly handle: string;
  /** Set to 1 if the app said that this name is someone else's. Reported only after the ceremony. */
  readonly taken: 0 | 1;
}

/** Remembered while the user is busy with the authenticator. */
export interface PendingCeremony {
  readonly action: CeremonyAction;
  /** The user who was signed in. */
  readonly beganAs: string | null;
  /** The expected user, hashed; null for any. */
  readonly subject: string | null;
  readonly newcomer: Newcomer | null;
  /** The browser may create the passkey without asking, for a user who just signed in another way. */
  readonly upgrades: boolean;
}

export function readPending(claims: Claims): PendingCeremony {
  return {
    action: claims["action"] === "register" ? "register" : "authenticate",
    beganAs: textOf(claims, "beganAs") ?? null,
    subject: textOf(claims, "subject") ?? null,
    newcomer: readNewcomer(claims["newcomer"]),
    upgrades: claims["upgrades"] === true,
  };
}

function readNewcomer(value: unknown): Newcomer | null {
  if (!isRecord(value) || !isRecord(value["user"])) return null;
  const taken = value["taken"] === 0 ? 0 : 1;
  return { user: value["user"], handle: textOf(value, "handle") ?? "", taken };
}

export function textOf(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === "string" ? value : undefined;
}
