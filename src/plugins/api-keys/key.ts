import type { CryptoBackend } from "../../core/crypto/backend.js";
import { toBase64Url, utf8 } from "../../core/crypto/encoding.js";
import { randomBytes } from "../../core/crypto/random.js";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const idLength = 12;
/** 62^43 is a little more than 2^256. */
const secretLength = 43;
const checksumLength = 6;

/** A parsed key: `{prefix}_{id}{secret}{checksum}`, all letters and digits. */
export interface ReadKey {
  /** Identifies the key. It gives access to nothing. */
  readonly id: string;
  readonly secret: string;
}

/** A new key, with the text that its owner keeps. */
export interface FreshKey extends ReadKey {
  readonly text: string;
}

export function newKey(prefix: string): FreshKey {
  const [id, secret] = [randomText(idLength), randomText(secretLength)];
  const body = `${prefix}_${id}${secret}`;
  return { id, secret, text: body + checksumOf(body) };
}

/** Parses a key. Undefined if its form or checksum is wrong; the store isn't queried then. */
export function readKey(prefix: string, text: string): ReadKey | undefined {
  const start = prefix.length + 1;
  if (text.length !== start + idLength + secretLength + checksumLength) return undefined;
  const body = text.slice(0, -checksumLength);
  if (checksumOf(body) !== text.slice(-checksumLength)) return undefined;
  return { id: text.slice(start, start + idLength), secret: body.slice(start + idLength) };
}

/** The beginning of a key, which may be shown. */
export function hintOf(prefix: string, id: string): string {
  return `${prefix}_${id}…`;
}

/** Hashes the secret. It has 256 random bits, so a plain hash can't be reversed by guessing. */
export async function hashOf(backend: CryptoBackend, secret: string): Promise<string> {
  return toBase64Url(await backend.sha(256, secret));
}

/** Random letters and digits, all equally likely. */
function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 that fits in a byte; larger bytes would favor some
      // letters.
      if (byte < 248 && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}

/**
 * CRC-32 of a text as six base-62 digits, so that secret scanners can tell a real key from a
 * look-alike offline.
 */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < checksumLength) {
    digits = alphabet.charAt(rest % alphabet.length) + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of utf8(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
