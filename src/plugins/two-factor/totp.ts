import { equalText } from "../../core/crypto/hash.js";
import type { KeyRing } from "../../core/crypto/keys.js";
import { randomBytes } from "../../core/crypto/random.js";
import { fromBase32, toBase32 } from "./base32.js";

/**
 * Seconds per code and digits of a code, as every authenticator app has them (RFC 6238, section 4).
 */
const period = 30;
const digits = 6;
/** Steps by which a phone's clock may be off in each direction (RFC 6238, section 5.2). */
const drift = 1;

/** Creates a secret of 160 bits, as RFC 4226 (section 4, R6) recommends. */
export function newSecret(): string {
  return toBase32(randomBytes(20));
}

/** The number of the time step at a moment. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / period);
}

/** The code of a time step (RFC 4226, section 5.3). */
export async function codeOf(secret: string, step: number): Promise<string> {
  const bytes = fromBase32(secret);
  if (!bytes || bytes.length === 0) {
    throw new TypeError("The secret of an authenticator app isn't base32.");
  }
  const algorithm = { name: "HMAC", hash: "SHA-1" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["sign"]);
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(0, Math.floor(step / 2 ** 32));
  counter.setUint32(4, step % 2 ** 32);
  const mac = new DataView(await crypto.subtle.sign("HMAC", key, counter));
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = (mac.getUint32(offset) & 0x7fffffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

export interface Typed {
  readonly secret: string;
  readonly code: string;
  /** The time step of the last accepted code. That code and older ones are refused. */
  readonly used: number;
  readonly now: number;
}

/**
 * The time step of a code; undefined if the code is wrong or was used. All are compared, in
 * constant time.
 */
export async function stepOf(
  keys: KeyRing,
  { secret, code, used, now }: Typed,
): Promise<number | undefined> {
  let found: number | undefined;
  for (let step = stepAt(now) - drift; step <= stepAt(now) + drift; step++) {
    const isRight = equalText(keys, await codeOf(secret, step), code);
    if (isRight && step > used) found = step;
  }
  return found;
}

/** The content of the QR code for an app (`otpauth:`). */
export function uriOf(secret: string, { site, person }: { site: string; person: string }): string {
  const label = [site, person].filter((part) => part !== "").map(encodeURIComponent);
  const query = new URLSearchParams({ secret, issuer: site, digits: "6", period: "30" });
  // Apps show a plus sign literally, so spaces are written as %20.
  return `otpauth://totp/${label.join(":")}?${query.toString().replaceAll("+", "%20")}`;
}
