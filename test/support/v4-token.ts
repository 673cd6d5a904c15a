import { hkdfSync } from "node:crypto";
import { CompactEncrypt, type CompactJWEHeaderParameters } from "jose";

export const v4Cookie = "__Secure-next-auth.session-token";

export interface V4Options {
  readonly secret: string;
  readonly salt?: string;
  readonly header?: CompactJWEHeaderParameters;
  /** Seconds until it expires. */
  readonly maxAge?: number;
}

/** A token as next-auth 4 makes it, or nearly so. */
export async function v4Token(claims: object, options: V4Options): Promise<string> {
  const { secret, salt = "", header = { alg: "dir", enc: "A256GCM" }, maxAge = 3600 } = options;
  const info = `NextAuth.js Generated Encryption Key${salt ? ` (${salt})` : ""}`;
  const length = header.enc === "A256GCM" ? 32 : 64;
  const key = new Uint8Array(hkdfSync("sha256", secret, salt, info, length));
  const iat = Math.floor(Date.now() / 1000);
  const text = JSON.stringify({ iat, exp: iat + maxAge, jti: crypto.randomUUID(), ...claims });
  return new CompactEncrypt(new TextEncoder().encode(text)).setProtectedHeader(header).encrypt(key);
}
