import type { KeyRing } from "../../crypto/keys.js";
import { randomText } from "../../crypto/random.js";
import { decryptToken } from "../../crypto/token.js";
import { parseObject } from "../../json.js";
import { hashOfRecovery, newRecoveryCodes } from "./recovery.js";

/** What somebody has for the second step, as it is sealed in their row. */
export interface SecondStep {
  /** Of this set-up alone: what was remembered of another one is worth nothing. */
  readonly id: string;
  /** The app, where there is one. */
  readonly app?: { readonly secret: string; readonly used: number } | undefined;
  /** Hashes of the recovery codes that are left. */
  readonly codes: readonly string[];
}

const salt = "latchkey.second-step";

/** A set-up that begins, and its recovery codes as the person must keep them. */
export async function newSecondStep(
  keys: KeyRing,
  app: SecondStep["app"],
): Promise<{ readonly step: SecondStep; readonly codes: readonly string[] }> {
  const id = randomText(16);
  const codes = newRecoveryCodes();
  const hashes = await Promise.all(codes.map((code) => hashOfRecovery(keys, id, code)));
  return { codes, step: { id, codes: hashes, ...(app && { app }) } };
}

/** The row of a user. It is theirs alone: moved to another it counts for nothing. */
export async function sealStep(keys: KeyRing, userId: string, step: SecondStep): Promise<string> {
  const [newest] = await keys.tokenKeys(salt);
  if (!newest) throw new TypeError("A secret is needed to seal a second step, and there is none.");
  const text = JSON.stringify({ of: userId, ...step });
  return keys.backend.encrypt(newest.key, newest.header, text);
}

/** Undefined when it was sealed with a secret that is gone, is somebody else's, or was tampered with. */
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
