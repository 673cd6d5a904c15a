import { toBase64Url, toHex, type Bytes } from "./encoding.js";

export function randomBytes(length: number): Bytes {
  return crypto.getRandomValues(new Uint8Array(length));
}

/** Random bytes in hex. */
export function randomHex(bytes: number): string {
  return toHex(randomBytes(bytes));
}

/** Random bytes in base64url. */
export function randomText(bytes: number): string {
  return toBase64Url(randomBytes(bytes));
}

/** A random UUID, or 32 random bytes in hex if the runtime can't make UUIDs. */
export function randomId(): string {
  return typeof crypto.randomUUID === "function" ? crypto.randomUUID() : randomHex(32);
}
