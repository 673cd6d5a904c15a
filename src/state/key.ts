import { authenticate, authenticateWithAll } from "../crypto/hash.js";
import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";

/**
 * A key of shared state that names somebody or something: made with the secret, so that whoever reads
 * the state learns nothing from it, and no other secret has the same.
 */
export async function stateKey(
  keys: KeyRing,
  kind: string,
  parts: readonly string[],
): Promise<string> {
  return `${kind}:${await authenticate(keys, "shared-state", JSON.stringify([kind, ...parts]))}`;
}

/**
 * The same with every secret, newest first: for what must be found also after a secret was replaced, and
 * by a process that does not have the newest one yet.
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
 * A key of shared state for a sealed token. The header of the token names the secret that sealed it:
 * so the key stays the same when a newer secret is put before that one.
 */
export async function sealedKey(
  { backend }: KeyRing,
  kind: string,
  { token, id }: { readonly token: string; readonly id: string },
): Promise<string> {
  const [header = ""] = token.split(".", 1);
  return `${kind}:${toBase64Url(await backend.sha(256, `${header}.${id}`))}`;
}
