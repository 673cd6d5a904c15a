import type { CryptoBackend, TokenHeader } from "./backend.js";
import { defaultBackend } from "./default-backend.js";
import { toBase64Url, utf8, type Bytes } from "./encoding.js";

/** The keys that one secret gives for one purpose. */
export interface TokenKey {
  /** For A256CBC-HS512. Its first half is the key for A256GCM, since HKDF output is a stream. */
  readonly key: Bytes;
  readonly header: TokenHeader;
  readonly gcmKey: Bytes;
  readonly gcmKid: string;
}

/**
 * The secrets of a configuration, newest first, and the keys derived from them, each derived once.
 * Keys for different purposes are independent of each other.
 */
export interface KeyRing {
  readonly backend: CryptoBackend;
  /** Keys of encrypted tokens. `salt` is the name of the cookie or another purpose. */
  tokenKeys(salt: string): Promise<readonly TokenKey[]>;
  /** The same without waiting, once they have been derived. */
  knownTokenKeys(salt: string): readonly TokenKey[] | undefined;
  /** Keys for HMAC. */
  macKeys(purpose: string): Promise<readonly Bytes[]>;
  /**
   * SHA-256 of a text with each secret behind it, and with all of them: how Auth.js keeps the tokens of its
   * mails. Only to find those; nothing is made this way.
   */
  peerDigests(text: string): Promise<readonly Bytes[]>;
}

export function createKeyRing(
  given: readonly string[],
  backend: CryptoBackend = defaultBackend(),
): KeyRing {
  // Anybody knows the keys that nothing gives.
  const secrets = given.filter((secret) => secret !== "");
  const tokens = new Map<string, readonly TokenKey[]>();
  const macs = new Map<string, readonly Bytes[]>();
  const deriveMac = (secret: string, purpose: string) =>
    backend.hkdf(secret, {
      salt: purpose,
      info: `latchkey message authentication (${purpose})`,
      length: 32,
    });

  return {
    backend,
    knownTokenKeys: (salt) => tokens.get(salt),
    async tokenKeys(salt) {
      const known = tokens.get(salt);
      if (known) return known;
      const keys = await Promise.all(
        secrets.map((secret) => deriveTokenKey(backend, secret, salt)),
      );
      tokens.set(salt, keys);
      return keys;
    },
    async macKeys(purpose) {
      const known = macs.get(purpose);
      if (known) return known;
      const keys = await Promise.all(secrets.map((secret) => deriveMac(secret, purpose)));
      macs.set(purpose, keys);
      return keys;
    },
    async peerDigests(text) {
      const ends = new Set([...secrets, secrets.join(",")]);
      return Promise.all([...ends].map((end) => backend.sha(256, text + end)));
    },
  };
}

/** Salt and info are the wire contract: tokens made elsewhere with the same secret stay readable. */
async function deriveTokenKey(
  backend: CryptoBackend,
  secret: string,
  salt: string,
): Promise<TokenKey> {
  const info = `Auth.js Generated Encryption Key (${salt})`;
  const key = await backend.hkdf(secret, { salt, info, length: 64 });
  const gcmKey = key.slice(0, 32);
  const kid = await thumbprint(backend, 512, key);
  const text = toBase64Url(utf8(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", kid })));
  return { key, header: { kid, text }, gcmKey, gcmKid: await thumbprint(backend, 256, gcmKey) };
}

/** RFC 7638, for a symmetric key. */
async function thumbprint(backend: CryptoBackend, bits: 256 | 512, key: Bytes): Promise<string> {
  const jwk = JSON.stringify({ k: toBase64Url(key), kty: "oct" });
  return toBase64Url(await backend.sha(bits, jwk));
}
