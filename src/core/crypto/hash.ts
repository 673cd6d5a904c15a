import { utf8 } from "./encoding.js";
import type { KeyRing } from "./keys.js";

/** The HMAC of a string with the newest secret, in hex. */
export async function authenticate(keys: KeyRing, purpose: string, text: string): Promise<string> {
  const [newest] = await keys.macKeys(purpose);
  if (!newest) {
    throw new TypeError(
      "A value can't be signed, because no secret is configured. Set AUTH_SECRET, or the option `secret`.",
    );
  }
  return keys.backend.hmac(newest, text);
}

/** The HMACs of a string with every secret, newest first. */
export async function authenticateWithAll(
  keys: KeyRing,
  purpose: string,
  text: string,
): Promise<readonly string[]> {
  return Promise.all((await keys.macKeys(purpose)).map((key) => keys.backend.hmac(key, text)));
}

/** Whether `mac` is the HMAC of the string with any of the secrets. Always tries every secret. */
export async function isAuthentic(
  keys: KeyRing,
  purpose: string,
  { text, mac }: { text: string; mac: string },
): Promise<boolean> {
  const given = utf8(mac);
  let found = false;
  for (const expected of await authenticateWithAll(keys, purpose, text)) {
    found = keys.backend.equal(utf8(expected), given) || found;
  }
  return found;
}

/** Compares two strings in constant time. */
export function equalText(keys: KeyRing, a: string, b: string): boolean {
  return keys.backend.equal(utf8(a), utf8(b));
}
