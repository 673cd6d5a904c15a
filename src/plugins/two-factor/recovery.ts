import { toBase64Url } from "../../crypto/encoding.js";
import { equalText } from "../../crypto/hash.js";
import type { KeyRing } from "../../crypto/keys.js";
import { randomBytes } from "../../crypto/random.js";
import { toBase32 } from "./base32.js";

const howMany = 10;

/** Codes for when the phone is lost: 80 bits each, so that a plain hash of one tells nothing. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, () =>
    (toBase32(randomBytes(10)).toLowerCase().match(/.{4}/g) ?? []).join("-"),
  );
}

/** What is stored of a code. `of` is different for each user, so that nobody can look one up. */
export async function hashOfRecovery(keys: KeyRing, of: string, code: string): Promise<string> {
  const plain = code.toLowerCase().replaceAll(/[^a-z2-7]/g, "");
  return toBase64Url(await keys.backend.sha(256, `recovery ${of} ${plain}`));
}

/** Those that are left when this one is used; undefined when it is none of them. All are compared. */
export function withoutHash(
  keys: KeyRing,
  hashes: readonly string[],
  used: string,
): readonly string[] | undefined {
  const left = hashes.filter((hash) => !equalText(keys, hash, used));
  return left.length < hashes.length ? left : undefined;
}
