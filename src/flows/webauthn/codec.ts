import { fromBase64Url, inBase64Url, toBase64Url, type Bytes } from "../../core/crypto/encoding.js";
import { AdapterError } from "../../core/errors/errors.js";

// Stored rows contain base64 with padding, requests base64url without: RFC 4648, sections 4 and 5.

/** Converts base64url, as browsers send it, to base64, as it's stored. Undefined if it's invalid. */
export function toStored(text: string): string | undefined {
  const bytes = fromBase64Url(text);
  return bytes && storedOf(bytes);
}

export function storedOf(bytes: Uint8Array): string {
  const text = toBase64Url(bytes).replaceAll("-", "+").replaceAll("_", "/");
  return text.padEnd(Math.ceil(text.length / 4) * 4, "=");
}

/** Converts a stored value to base64url. */
export const fromStored = inBase64Url;

export function bytesOfStored(text: string): Bytes {
  const bytes = fromBase64Url(fromStored(text));
  if (bytes) return bytes;
  throw new AdapterError("The stored public key of an authenticator isn't base64.");
}

export function joinTransports(transports: readonly string[] | undefined): string | null {
  return transports === undefined || transports.length === 0 ? null : transports.join(",");
}

export function splitTransports(transports: string | null | undefined): string[] {
  return transports ? transports.split(",") : [];
}
