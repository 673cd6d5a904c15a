import { parseObject } from "../values/json.js";

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true });

/** Bytes in a buffer of their own, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function utf8(text: string): Bytes {
  return encoder.encode(text);
}

/** Throws on bytes that aren't UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const hexadecimal = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, "0"),
);

export function toHex(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += hexadecimal[byte] ?? "";
  return text;
}

/** Base64 as base64url without padding. */
export function inBase64Url(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return inBase64Url(btoa(binary));
}

/** Undefined when the text isn't canonical base64url without padding (RFC 4648, section 5). */
export function fromBase64Url(text: string): Bytes | undefined {
  if (!isBase64Url(text)) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** The JSON object that is a part of a token; undefined if it's anything else. */
export function decodeObject(text: string): Record<string, unknown> | undefined {
  const bytes = fromBase64Url(text);
  try {
    return bytes && parseObject(fromUtf8(bytes));
  } catch {
    return undefined; // not UTF-8
  }
}

// The last character of an incomplete group carries 2 or 4 bits that must be zero. Otherwise two strings
// would decode to the same bytes, and a changed token could still pass.
const lastOfTwo = "AQgw";
const lastOfThree = "AEIMQUYcgkosw048";

/** Whether the text is canonical base64url. */
export function isBase64Url(text: string): boolean {
  return /^[\w-]*$/.test(text) && endsCanonically(text);
}

/** Whether a base64url string is canonical: only its last character can be wrong. */
export function endsCanonically(text: string): boolean {
  const rest = text.length % 4;
  if (rest === 1) return false;
  if (rest === 2) return lastOfTwo.includes(text.charAt(text.length - 1));
  if (rest === 3) return lastOfThree.includes(text.charAt(text.length - 1));
  return true;
}
