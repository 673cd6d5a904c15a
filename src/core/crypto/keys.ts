import type { CryptoBackend, TokenHeader } from "./backend.js";
import { defaultBackend } from "./default-backend.js";
import { toBase64Url, utf8, type Bytes } from "./encoding.js";

/** The keys derived from one secret for one purpose. */
export interface TokenKey {
  /** For A256CBC-HS512. Its first half is the A256GCM key, since HKDF output is a stream. */
  readonly key: Bytes;
  readonly header: TokenHeader;
  readonly gcmKey: Bytes;
  readonly gcmKid: string;
}

export interface KeyRingOptions {
  readonly backend?: CryptoBackend | undefined;
  /** The tenant the keys belong to, if sites share a secret. */
  readonly tenant?: string | undefined;
}

/**
 * The configured secrets, newest first, and the keys derived from them, each derived once. Keys for different
 * purposes and tenants are independent.
 */
export interface KeyRing {
  readonly backend: CryptoBackend;
  /** Keys of encrypted tokens. `salt` is the name of the cookie or another purpose. */
  tokenKeys(salt: string): Promise<readonly TokenKey[]>;
  /** The same synchronously, once they have been derived. */
  knownTokenKeys(salt: string): readonly TokenKey[] | undefined;
  /** Keys for HMAC. */
  macKeys(purpose: string): Promise<readonly Bytes[]>;
  /**
   * SHA-256 of a string followed by each secret: how Auth.js stores the tokens of its mails. Used only to
   * find those.
   */
  peerDigests(text: string): Promise<readonly Bytes[]>;
}

export function createKeyRing(
  given: readonly string[],
  { backend = defaultBackend(), tenant }: KeyRingOptions = {},
): KeyRing {
  // Anyone could derive keys from an empty secret.
  const secrets = given.filter((secret) => secret !== "");
  const tokens = new Map<string, readonly TokenKey[]>();
  const macs = new Map<string, readonly Bytes[]>();
  // The key's purpose goes into `info` (RFC 5869, section 3.2). Without a tenant, it's the same as
  // in Auth.js.
  const bound = (info: string) =>
    tenant === undefined ? info : `${info} of ${JSON.stringify(tenant)}`;
  const deriveMac = (secret: string, purpose: string) =>
    backend.hkdf(secret, {
      salt: purpose,
      info: bound(`latchkey message authentication (${purpose})`),
      length: 32,
    });

  return {
    backend,
    knownTokenKeys: (salt) => tokens.get(salt),
    async tokenKeys(salt) {
      const known = tokens.get(salt);
      if (known) return known;
      const keys = await Promise.all(
        secrets.map((secret) =>
          deriveTokenKey(backend, secret, { salt, info: bound(infoOf(salt)) }),
        ),
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

/** Salt and info are part of the wire contract: tokens made elsewhere with the same secret stay readable. */
const infoOf = (salt: string) => `Auth.js Generated Encryption Key (${salt})`;

async function deriveTokenKey(
  backend: CryptoBackend,
  secret: string,
  purpose: { readonly salt: string; readonly info: string },
): Promise<TokenKey> {
  const key = await backend.hkdf(secret, { ...purpose, length: 64 });
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
