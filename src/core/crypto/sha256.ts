import { toBase64Url, utf8 } from "./encoding.js";

/** The SHA-256 hash of a text in base64url, as PKCE has it, and as stores have secrets of links. */
export async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}
