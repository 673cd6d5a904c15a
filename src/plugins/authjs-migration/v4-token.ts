import { CompactEncrypt } from "jose";
import type { CryptoBackend } from "../../crypto/backend.js";
import { utf8, type Bytes } from "../../crypto/encoding.js";
import { randomId } from "../../crypto/random.js";
import { readClaims, splitToken, type Claims } from "../../crypto/token.js";

/** The only header that next-auth 4 writes: `{"alg":"dir","enc":"A256GCM"}`. */
const header = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0";
const info = "NextAuth.js Generated Encryption Key";

/** Tokens of next-auth 4: those of sessions have an empty salt. */
export interface V4Tokens {
  /** The claims; null for what is no such token, or is no longer valid. */
  open(token: string, now: number): Promise<Claims | null>;
  seal(claims: object, options: { maxAge: number; now: number }): Promise<string>;
}

/** Whichever of the secrets a token was made with opens it; the first one seals. */
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
      return new CompactEncrypt(utf8(text))
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .encrypt(await keyOf(newest));
    },
  };
}
