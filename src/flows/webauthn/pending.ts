import type { Claims } from "../../crypto/token.js";
import { isRecord } from "../../json.js";
import type { User } from "../../types/session.js";
import type { CeremonyAction } from "./ceremony.js";

/** Whose credential is being made. */
export interface Newcomer {
  readonly user: User;
  /** The user handle on the authenticator, base64url. */
  readonly handle: string;
  /** 1: the application said that this name is somebody else's. Told only once the ceremony is over. */
  readonly taken: 0 | 1;
}

/** What is remembered of a ceremony while the person is busy with the authenticator. */
export interface Pending {
  readonly action: CeremonyAction;
  /** Who was signed in. */
  readonly beganAs: string | null;
  /** Whose credential is expected, hashed; null when anybody's is welcome. */
  readonly subject: string | null;
  readonly newcomer: Newcomer | null;
}

export function readPending(claims: Claims): Pending {
  return {
    action: claims["action"] === "register" ? "register" : "authenticate",
    beganAs: textOf(claims, "beganAs") ?? null,
    subject: textOf(claims, "subject") ?? null,
    newcomer: readNewcomer(claims["newcomer"]),
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
