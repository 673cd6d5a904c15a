import { toBase64Url, toHex, type Bytes } from "./encoding.js";

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Random bytes as hexadecimal text. */
export function randomHex(bytes: number): string {
  return toHex(randomBytes(bytes));
}

/** Random bytes as base64url text. */
export function randomText(bytes: number): string {
  return toBase64Url(randomBytes(bytes));
}

/** A random UUID, or 32 random bytes as hexadecimal text where the runtime makes no UUIDs. */
export function randomId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex(32);
}
