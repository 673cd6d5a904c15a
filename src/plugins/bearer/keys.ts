import { InvalidConfiguration } from "../../core/errors/errors.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable } from "../../types/common.js";

/** JWTs that other services verify by themselves, with the public keys at `.well-known/jwks.json`. */
export interface BearerJwtOptions {
  /**
   * JWKs, each with `kid` and `alg`. The first one is private and signs; all are published, without
   * their private parts. To rotate, add the new key behind the one that signs, and put it first once
   * every server has it.
   */
  readonly keys: readonly SigningKey[];
  /**
   * Signs with the first key, which may then be public: for a private key that stays in a KMS or HSM.
   * It gets the bytes to sign, and returns the signature as JWTs have it (RFC 7518, section 3): for
   * ES256 the 64 bytes of R and S, not DER.
   */
  readonly sign?: ((data: Uint8Array, key: SigningKey) => Awaitable<Uint8Array>) | undefined;
  /** The audience (`aud`) that services check. */
  readonly audience: string;
  /** Lifetime in seconds. A JWT can't be revoked. @default 300 */
  readonly maxAge?: number | undefined;
  /** Claims besides `sub`, `iss`, `aud`, `iat`, `exp` and `jti`. @default none */
  readonly claims?:
    | ((user: AdapterUser) => Awaitable<Readonly<Record<string, unknown>>>)
    | undefined;
}

/** A key in the format of RFC 7517. */
export interface SigningKey {
  readonly kid?: string | undefined;
  readonly alg?: string | undefined;
  readonly kty?: string | undefined;
  readonly [member: string]: unknown;
}

export interface JwtSettings extends Omit<BearerJwtOptions, "keys" | "maxAge"> {
  readonly maxAge: number;
  /** The key that signs: private, unless `sign` does it. */
  readonly signer: SigningKey & NamedKey;
  /** What is published. */
  readonly published: readonly SigningKey[];
}

interface NamedKey {
  readonly kid: string;
  readonly alg: string;
}

/** By type: the members that are public (RFC 7518, section 6; RFC 8037, section 2), and the algorithms. */
const kinds: Readonly<Record<string, readonly [members: readonly string[], algs: RegExp]>> = {
  EC: [["crv", "x", "y"], /^ES(?:256|384|512)$/],
  OKP: [["crv", "x"], /^(?:EdDSA|Ed25519)$/],
  RSA: [["n", "e"], /^[PR]S(?:256|384|512)$/],
};

/** The curve of a key by its algorithm (RFC 7518, section 3.4). RSA keys have none. */
const curves: Readonly<Record<string, string>> = {
  ES256: "P-256",
  ES384: "P-384",
  ES512: "P-521",
  EdDSA: "Ed25519",
  Ed25519: "Ed25519",
};

/** 2,048 bits in base64url: no shorter RSA key signs. */
const shortestModulus = 342;

/** Throws for keys that can't sign, or that would be published with a secret part. */
export function jwtSettings({ keys, maxAge = 300, ...others }: BearerJwtOptions): JwtSettings {
  const [first] = keys;
  const names = keys.map(({ kid }) => kid);
  if (!first || (typeof first["d"] !== "string" && !others.sign)) {
    throw wrong("the first key isn't a private one. If it's in a KMS, add `sign`.");
  }
  const published = keys.map(publicPart);
  if (new Set(names).size < names.length) throw wrong("two keys have the same `kid`.");
  if (!(maxAge > 0 && maxAge <= 3600)) throw wrong("`maxAge` must be 1 to 3600 seconds.");
  if (!others.audience) throw wrong("`audience` is empty. Services compare it.");
  const { kid = "", alg = "" } = first;
  return { ...others, maxAge, signer: { ...first, kid, alg }, published };
}

function publicPart(key: SigningKey): SigningKey {
  const { kid, alg, kty = "" } = key;
  const [members, algs] = (Object.hasOwn(kinds, kty) ? kinds[kty] : undefined) ?? [];
  if (!members || !algs?.test(alg ?? "")) {
    throw wrong(
      "a key has no `alg`, or isn't for signatures. Use ES256, ES384, ES512, EdDSA, RS256 or PS256.",
    );
  }
  if (!kid) throw wrong("a key has no `kid`. Services need it to find the key.");
  const told = members.map((name): [string, unknown] => [name, key[name]]);
  if (told.some(([, value]) => typeof value !== "string")) throw wrong("a key isn't whole.");
  const { crv, n } = key;
  if (crv !== curves[alg ?? ""] || (typeof n === "string" && n.length < shortestModulus)) {
    throw wrong("a key has a different curve than its `alg`, or fewer than 2048 bits.");
  }
  return { kty, kid, alg, use: "sig", ...Object.fromEntries(told) };
}

function wrong(what: string): InvalidConfiguration {
  return new InvalidConfiguration(`\`jwt\` of \`bearer()\`: ${what}`);
}
