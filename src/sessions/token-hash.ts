import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";

/** What is stored says what it is, so that it can be told from a token of before. */
export const hashPrefix = "sha256:";

/** What a store holds in place of a session token. */
export async function hashOfToken({ backend }: KeyRing, token: string): Promise<string> {
  return hashPrefix + toBase64Url(await backend.sha(256, token));
}
