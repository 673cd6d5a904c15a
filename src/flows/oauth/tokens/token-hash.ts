import { toBase64Url, utf8 } from "../../../crypto/encoding.js";

/** The hash function that belongs to a signature algorithm. Ed25519 hashes with SHA-512 itself. */
function digestOf(alg: string): string {
  const bits = /^[A-Z]{2}(256|384|512)$/.exec(alg)?.[1] ?? "512";
  return `SHA-${bits}`;
}

/**
 * Throws unless the access token is the one that the ID token was issued with (OpenID Connect Core,
 * section 3.1.3.6). Nothing is said where the ID token holds no hash.
 */
export async function assertTokenHash(
  hash: unknown,
  { alg = "", accessToken }: { alg: string | undefined; accessToken: string },
): Promise<void> {
  if (hash === undefined) return;
  const digest = new Uint8Array(await crypto.subtle.digest(digestOf(alg), utf8(accessToken)));
  const expected = toBase64Url(digest.subarray(0, digest.length / 2));
  if (hash === expected) return;
  throw new Error("The `at_hash` of the ID token belongs to another access token.");
}
