import type { KeyRing } from "../../core/crypto/keys.js";
import { randomText } from "../../core/crypto/random.js";
import { decryptToken } from "../../core/crypto/token.js";
import { parseObject } from "../../core/values/json.js";
import { hashOfRecovery, newRecoveryCodes } from "./recovery.js";

/** A user's second factor, as it is sealed in their row. */
export interface SecondStep {
  /** Identifies this set-up. Browsers remembered for another one aren't remembered any more. */
  readonly id: string;
  /** The authenticator app, if there is one. */
  readonly app?: { readonly secret: string; readonly used: number } | undefined;
  /** Hashes of the unused recovery codes. */
  readonly codes: readonly string[];
}

const salt = "latchkey.second-step";

/** Creates a set-up, with the recovery codes to show to the user. */
export async function newSecondStep(
  keys: KeyRing,
  app: SecondStep["app"],
): Promise<{ readonly step: SecondStep; readonly codes: readonly string[] }> {
  const id = randomText(16);
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashOfRecovery(keys, id, code)));
  return { codes, step: { id, codes: hashes, ...(app && { app }) } };
}

/** Seals a user's row. It can't be moved to another user. */
export async function sealStep(keys: KeyRing, userId: string, step: SecondStep): Promise<string> {
  const [newest] = await keys.tokenKeys(salt);
  if (!newest) {
    throw new TypeError(
      "Two-factor authentication needs AUTH_SECRET to encrypt its secrets, and it isn’t set.",
    );
  }
  const text = JSON.stringify({ of: userId, ...step });
  return keys.backend.encrypt(newest.key, newest.header, text);
}

/**
 * Opens a row. Undefined if its secret is gone, it belongs to another user, or it was tampered
 * with.
 */
export async function openStep(
  keys: KeyRing,
  userId: string,
  data: string,
): Promise<SecondStep | undefined> {
  const text = await decryptToken(keys, { salt, token: data });
  const found = typeof text === "string" ? parseObject(text) : undefined;
  if (found?.["of"] !== userId) return undefined;
  const { id, codes, app } = found;
  if (typeof id !== "string" || !Array.isArray(codes)) return undefined;
  return { id, codes: codes.filter((one) => typeof one === "string"), app: readApp(app) };
}

function readApp(app: unknown): SecondStep["app"] {
  if (typeof app !== "object" || app === null) return undefined;
  const { secret, used }: { secret?: unknown; used?: unknown } = app;
  return typeof secret === "string" && typeof used === "number" ? { secret, used } : undefined;
}
