import type { CryptoBackend } from "../../core/crypto/backend.js";
import { toBase64Url, utf8, type Bytes } from "../../core/crypto/encoding.js";
import { randomId } from "../../core/crypto/random.js";
import { readClaims, splitToken, type Claims } from "../../core/crypto/token.js";

/** The only header that next-auth 4 writes: `{"alg":"dir","enc":"A256GCM"}`. */
const header = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0";
const info = "NextAuth.js Generated Encryption Key";

/** Reads and writes tokens of next-auth 4. Those of sessions have an empty salt. */
export interface V4Tokens {
  /** The claims; null if the token is invalid or expired. */
  open(token: string, now: number): Promise<Claims | null>;
  seal(claims: object, options: { maxAge: number; now: number }): Promise<string>;
}

/** Creates a codec that opens tokens with any of the secrets and seals with the first. */
export function createV4Tokens(
  backend: CryptoBackend,
  secrets: readonly string[],
  salt = "",
): V4Tokens {
  const derived = new Map<string, Bytes>();
  const keyOf = async (secret: string): Promise<Bytes> => {
    const purpose = { salt, info: salt ? `${info} (${salt})` : info, length: 32 };
    const key = derived.get(secret) ?? (await backend.hkdf(secret, purpose));
    derived.set(secret, key);
    return key;
  };
  return {
    async open(token, now) {
      const parts = splitToken(token);
      if (parts?.header !== header) return null;
      for (const secret of secrets) {
        const text = await backend.decrypt("A256GCM", await keyOf(secret), parts);
        if (text === undefined) continue;
        const opened = readClaims(text, now);
        return opened.ok ? opened.claims : null;
      }
      return null;
    },
    async seal(claims, { maxAge, now }) {
      const [newest] = secrets;
      if (newest === undefined) throw new TypeError("A secret is needed to encrypt a token.");
      const iat = Math.floor(now / 1000);
      const text = JSON.stringify({ ...claims, iat, exp: iat + maxAge, jti: randomId() });
      return sealGcm(await keyOf(newest), text);
    },
  };
}

async function sealGcm(key: Bytes, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const gcm = { name: "AES-GCM", iv, additionalData: utf8(header), tagLength: 128 };
  const imported = await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  const sealed = new Uint8Array(await crypto.subtle.encrypt(gcm, imported, utf8(text)));
  const parts = [iv, sealed.subarray(0, -16), sealed.subarray(-16)];
  return [header, "", ...parts.map(toBase64Url)].join(".");
}
