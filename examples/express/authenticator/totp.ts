import { createHmac } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const period = 30;

/** A code, and for how many more seconds an app shows it. */
export interface CurrentCode {
  readonly code: string;
  readonly secondsLeft: number;
}

/** What any authenticator app shows for this key now (RFC 6238). */
export function currentCode(key: string, now = Date.now()): CurrentCode {
  const seconds = Math.floor(now / 1000);
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / period)));
  const mac = createHmac("sha1", bytesOf(key)).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
  return { code: String(number).padStart(6, "0"), secondsLeft: period - (seconds % period) };
}

/** The key in what somebody has typed or copied, blanks and all; undefined when there is none. */
export function readKey(text: string): string | undefined {
  const key = text.replaceAll(/\s/g, "").toUpperCase();
  return /^[A-Z2-7]{16,64}$/.test(key) ? key : undefined;
}

function bytesOf(key: string): Buffer {
  const bits = [...key].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0"));
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
