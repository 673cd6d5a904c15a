import { equalText } from "../../crypto/hash.js";
import type { KeyRing } from "../../crypto/keys.js";
import { randomBytes } from "../../crypto/random.js";
import { fromBase32, toBase32 } from "./base32.js";

/** Seconds of one step, and digits of a code: what every authenticator app knows (RFC 6238, section 4). */
const period = 30;
const digits = 6;
/** Steps by which the clock of a phone may be off, each way (RFC 6238, section 5.2). */
const drift = 1;

/** A new secret: 160 bits, as RFC 4226 (section 4, R6) recommends. */
export function newSecret(): string {
  return toBase32(randomBytes(20));
}

/** The number of a moment's step. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / period);
}

/** The code of one step (RFC 4226, section 5.3). */
export async function codeOf(secret: string, step: number): Promise<string> {
  const bytes = fromBase32(secret);
  if (!bytes || bytes.length === 0) throw new TypeError("The secret of an app is no base32.");
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
  /** The step of the last code that counted. Neither that one nor one before counts again. */
  readonly used: number;
  readonly now: number;
}

/** The step whose code this is; undefined when it is of none that may be used now. All are compared. */
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

/** What a QR code tells an app. */
export function uriOf(secret: string, { site, person }: { site: string; person: string }): string {
  const label = [site, person].filter((part) => part !== "").map(encodeURIComponent);
  const query = new URLSearchParams({ secret, issuer: site, digits: "6", period: "30" });
  // Apps show a plus as it is.
  return `otpauth://totp/${label.join(":")}?${query.toString().replaceAll("+", "%20")}`;
}
