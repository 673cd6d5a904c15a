import { parseObject } from "../values/json.js";
import type { ContentEncryption, JweParts } from "./backend.js";
import { decodeObject, endsCanonically, type Bytes } from "./encoding.js";
import type { KeyRing, TokenKey } from "./keys.js";
import { randomId } from "./random.js";

export type Claims = Record<string, unknown>;

/** The JSON that was encrypted (`text`), or why the token was rejected. */
export type Opened =
  | { readonly ok: true; readonly claims: Claims; readonly text: string; readonly exp: number }
  | {
      readonly ok: false;
      readonly reason: "malformed" | "no-key" | "forged" | "expired" | "claims";
    };

/** Seconds of clock skew that are tolerated. */
export const clockTolerance = 15;

// 32 chunks of a cookie; anything longer isn't ours.
const longestToken = 32 * 3936;
const compactForm = /^([\w-]+)\.\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Encrypts claims into a compact JWE that expires after `maxAge` seconds. `iat`, `exp` and `jti` are always
 * set by the library.
 */
export async function sealToken(
  keys: KeyRing,
  { salt, claims, maxAge, now }: { salt: string; claims: object; maxAge: number; now: number },
): Promise<string> {
  const [newest] = await keys.tokenKeys(salt);
  if (!newest) {
    throw new TypeError(
      "A token can't be encrypted, because no secret is configured. Set AUTH_SECRET, or the option `secret`.",
    );
  }
  const iat = Math.floor(now / 1000);
  const own = { iat, exp: iat + maxAge, jti: randomId() };
  // A spread takes several times as long. Without a prototype, a claim named __proto__ is one like any other.
  const all = Object.assign({ __proto__: null }, claims, own);
  return keys.backend.encrypt(newest.key, newest.header, JSON.stringify(all));
}

/**
 * Decrypts a token made by `sealToken`, or by another library with the same contract. The token is
 * authenticated before anything but its header is read.
 */
export async function openToken(
  keys: KeyRing,
  { salt, token, now }: { salt: string; token: string; now: number },
): Promise<Opened> {
  const text = await decryptToken(keys, { salt, token });
  return typeof text === "string" ? readClaims(text, now) : text;
}

/**
 * Decrypts and authenticates a token, and returns its JSON. Expiry isn't checked, so the result can be
 * cached: `readClaims` checks it.
 */
export async function decryptToken(
  keys: KeyRing,
  { salt, token }: { salt: string; token: string },
): Promise<string | Refusal> {
  const parts = splitToken(token);
  if (!parts) return refuse("malformed");
  const known = keys.knownTokenKeys(salt) ?? (await keys.tokenKeys(salt));
  const choice = chooseKey(parts.header, known);
  if (!choice) return refuse("no-key");
  return (await keys.backend.decrypt(choice.enc, choice.key, parts)) ?? refuse("forged");
}

export type Refusal = Extract<Opened, { ok: false }>;

function refuse(reason: Refusal["reason"]): Refusal {
  return { ok: false, reason };
}

/** The parts of a compact JWE without a wrapped key; undefined if it isn't one. */
export function splitToken(token: string): JweParts | undefined {
  if (token.length > longestToken) return undefined;
  const [, header = "", iv = "", ciphertext = "", tag = ""] = compactForm.exec(token) ?? [];
  const canonical = endsCanonically(iv) && endsCanonically(ciphertext) && endsCanonically(tag);
  return header && canonical ? { header, iv, ciphertext, tag } : undefined;
}

interface KeyChoice {
  readonly enc: ContentEncryption;
  readonly key: Bytes;
}

function chooseKey(header: string, keys: readonly TokenKey[]): KeyChoice | undefined {
  const own = keys.find((key) => key.header.text === header);
  return own ? { enc: "A256CBC-HS512", key: own.key } : chooseForeignKey(header, keys);
}

/** For headers that differ from ours: other member order, A256GCM, or no `kid`. */
function chooseForeignKey(header: string, keys: readonly TokenKey[]): KeyChoice | undefined {
  const members = decodeObject(header);
  if (members?.["alg"] !== "dir" || "zip" in members || "crit" in members) return undefined;
  const { enc, kid } = members;
  if (enc !== "A256CBC-HS512" && enc !== "A256GCM") return undefined;
  const idOf = (key: TokenKey) => (enc === "A256GCM" ? key.gcmKid : key.header.kid);
  const key = kid === undefined ? keys[0] : keys.find((candidate) => idOf(candidate) === kid);
  return key && { enc, key: enc === "A256GCM" ? key.gcmKey : key.key };
}

/** The claims in a token's JSON at a given time, in milliseconds since 1970. */
export function readClaims(text: string, time: number): Opened {
  const now = Math.floor(time / 1000);
  const claims = parseObject(text);
  if (!claims) return refuse("claims");
  const { exp, iat = now, nbf = now } = claims;
  if (typeof exp !== "number") return refuse("claims");
  if (exp <= now - clockTolerance) return refuse("expired");
  // An `iat` in the future only means that the issuing server's clock differs.
  if (typeof iat !== "number") return refuse("claims");
  if (typeof nbf !== "number" || nbf > now + clockTolerance) return refuse("claims");
  return { ok: true, claims, text, exp };
}
