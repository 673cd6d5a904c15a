import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from "../../../core/crypto/encoding.js";
import { parseObject } from "../../../core/values/json.js";

/** The header of a signed token (RFC 7515, section 4). */
export interface TokenHeader {
  readonly alg: string | undefined;
  readonly typ: string | undefined;
}

export function headerOf(jws: string): TokenHeader {
  const header = partOf(jws, 0);
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  return { alg: text(header?.["alg"]), typ: text(header?.["typ"]) };
}

/** The claims of a signed token whose signature hasn't been verified. */
export function unverifiedClaims(jws: string): Readonly<Record<string, unknown>> | undefined {
  return partOf(jws, 1);
}

function partOf(jws: string, index: number) {
  const bytes = fromBase64Url(jws.split(".")[index] ?? "");
  return bytes && parseObject(fromUtf8(bytes));
}

/** Whether an algorithm uses a shared secret (RFC 7518, section 3.2). */
export function isSymmetric(alg: string): boolean {
  return /^HS(?:256|384|512)$/.test(alg);
}

/** Signs a compact JWS (RFC 7515, section 7.1) with a shared secret. */
export async function signWithSecret(
  secret: string,
  header: { readonly alg: string; readonly typ?: string },
  payload: object,
): Promise<string> {
  const input = [header, payload].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join(".");
  const key = await secretKey(secret, header.alg);
  const signature = await crypto.subtle.sign("HMAC", key, utf8(input));
  return `${input}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Throws unless the secret signed the token with this algorithm. Claims are checked elsewhere. */
export async function verifyWithSecret(secret: string, alg: string, jws: string): Promise<void> {
  const [header = "", payload = "", encoded = "", ...rest] = jws.split(".");
  const signature = fromBase64Url(encoded);
  if (signature && rest.length === 0 && headerOf(jws).alg === alg) {
    const [key, input] = [await secretKey(secret, alg), utf8(`${header}.${payload}`)];
    if (await crypto.subtle.verify("HMAC", key, signature, input)) return;
  }
  throw new Error("The token isn't signed with the client's secret.");
}

async function secretKey(secret: string, alg: string): Promise<CryptoKey> {
  if (!isSymmetric(alg)) {
    throw new Error(`A shared secret signs with HS256, HS384 or HS512, not with ${alg}.`);
  }
  const hmac = { name: "HMAC", hash: `SHA-${alg.slice(2)}` };
  return crypto.subtle.importKey("raw", utf8(secret), hmac, false, ["sign", "verify"]);
}
