import type { Awaitable } from "../../types/common.js";
import type { Bytes } from "./encoding.js";

export type ContentEncryption = "A256CBC-HS512" | "A256GCM";

/** The parts of a compact JWE (RFC 7516, section 7.1) with a direct key: the second part is empty. */
export interface JweParts {
  readonly header: string;
  readonly iv: string;
  readonly ciphertext: string;
  readonly tag: string;
}

/** The header of the tokens the library makes, and its encoded form. */
export interface TokenHeader {
  readonly kid: string;
  readonly text: string;
}

/** The purpose a key is derived for, and its length in bytes. */
export interface Derivation {
  readonly salt: string;
  readonly info: string;
  readonly length: number;
}

/**
 * The cryptography the library needs. There are two implementations, one on `node:crypto` and one on
 * WebCrypto; both produce and accept the same bytes.
 */
export interface CryptoBackend {
  /** HKDF with SHA-256 (RFC 5869). */
  hkdf(secret: string, derivation: Derivation): Awaitable<Bytes>;
  sha(bits: 256 | 512, text: string): Awaitable<Bytes>;
  /** HMAC with SHA-256 (RFC 2104), as hexadecimal text. */
  hmac(key: Bytes, text: string): Awaitable<string>;
  /** A compact JWE with A256CBC-HS512 (RFC 7518, section 5.2.5) and a direct key. */
  encrypt(key: Bytes, header: TokenHeader, plaintext: string): Awaitable<string>;
  /** Undefined when the parts don't authenticate. The tag is checked before anything is decrypted. */
  decrypt(enc: ContentEncryption, key: Bytes, parts: JweParts): Awaitable<string | undefined>;
  /** Compares in constant time. */
  equal(a: Uint8Array, b: Uint8Array): boolean;
}
