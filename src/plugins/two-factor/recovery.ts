import { toBase64Url } from "../../core/crypto/encoding.js";
import { equalText } from "../../core/crypto/hash.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { randomBytes } from "../../core/crypto/random.js";
import { toBase32 } from "./base32.js";

const howMany = 10;

/** Creates recovery codes of 80 random bits, so a plain hash can't be reversed. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () =>
    (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join("-"),
  );
}

/** Hashes a code. `of` differs for each user, so hashes can't be looked up in a table. */
export async function hashOfRecovery(keys: KeyRing, of: string, code: string): Promise<string> {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return toBase64Url(await keys.backend.sha(256, `recovery ${of} ${plain}`));
}

/**
 * The hashes that are left without this one; undefined if it isn't among them. All are compared, in
 * constant time.
 */
export function withoutHash(
  keys: KeyRing,
  hashes: readonly string[],
  used: string,
): readonly string[] | undefined {
  const left = hashes.filter((hash) => !equalText(keys, hash, used));
  return left.length < hashes.length ? left : undefined;
}
