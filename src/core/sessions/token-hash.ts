import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";

/** A prefix that distinguishes a stored hash from an older token. */
export const hashPrefix = "sha256:";

/** What the store holds instead of a session token. */
export async function hashOfToken({ backend }: KeyRing, token: string): Promise<string> {
  return hashPrefix + toBase64Url(await backend.sha(256, token));
}
