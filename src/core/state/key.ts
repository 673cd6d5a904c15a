import { toBase64Url } from "../crypto/encoding.js";
import { authenticate, authenticateWithAll } from "../crypto/hash.js";
import type { KeyRing } from "../crypto/keys.js";

/**
 * A shared state key that identifies a person or thing: an HMAC, so whoever reads the state learns nothing
 * from it, and apps with other secrets don't collide.
 */
export async function stateKey(
  keys: KeyRing,
  kind: string,
  parts: readonly string[],
): Promise<string> {
  return `${kind}:${await authenticate(keys, "shared-state", JSON.stringify([kind, ...parts]))}`;
}

/**
 * The same with every secret, newest first, for entries that must survive a rotation, and be found by a
 * process without the newest secret.
 */
export async function stateKeys(
  keys: KeyRing,
  kind: string,
  parts: readonly string[],
): Promise<readonly string[]> {
  const text = JSON.stringify([kind, ...parts]);
  return (await authenticateWithAll(keys, "shared-state", text)).map((mac) => `${kind}:${mac}`);
}

/**
 * A shared state key for a sealed token. The token's header names its secret, so the key doesn't change when
 * a newer secret is added.
 */
export async function sealedKey(
  { backend }: KeyRing,
  kind: string,
  { token, id }: { readonly token: string; readonly id: string },
): Promise<string> {
  const [header = ""] = token.split(".", 1);
  return `${kind}:${toBase64Url(await backend.sha(256, `${header}.${id}`))}`;
}
