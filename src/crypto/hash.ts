import { utf8 } from "./encoding.js";
import type { KeyRing } from "./keys.js";

/** The HMAC of a text with the newest secret, as hexadecimal text. */
export async function authenticate(keys: KeyRing, purpose: string, text: string): Promise<string> {
  const [newest] = await keys.macKeys(purpose);
  if (!newest) throw new TypeError("A secret is needed to authenticate a text, and there is none.");
  return keys.backend.hmac(newest, text);
}

/** The HMACs of a text with every secret, newest first. */
export async function authenticateWithAll(
  keys: KeyRing,
  purpose: string,
  text: string,
): Promise<readonly string[]> {
  return Promise.all((await keys.macKeys(purpose)).map((key) => keys.backend.hmac(key, text)));
}

/** Whether `mac` is the HMAC of the text with any of the secrets. Every secret is tried. */
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

/** Compares two texts without telling by its time where they differ. */
export function equalText(keys: KeyRing, a: string, b: string): boolean {
  return keys.backend.equal(utf8(a), utf8(b));
}
