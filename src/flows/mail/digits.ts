import { randomBytes } from "../../core/crypto/random.js";

const codes = 1_000_000;
// The largest multiple of a million below 2^32: numbers above it would make some codes more likely.
const evenly = Math.floor(2 ** 32 / codes) * codes;

/** Six random digits, all equally likely. */
export function randomCode(): string {
  for (;;) {
    const number = new DataView(randomBytes(4).buffer).getUint32(0);
    if (number < evenly) return String(number % codes).padStart(6, "0");
  }
}

/** The digits that were typed, ignoring spaces; undefined if there aren't six. */
export function readCode(typed: string): string | undefined {
  const digits = typed.slice(0, 32).replaceAll(/[\s-]/g, "");
  return /^[0-9]{6}$/.test(digits) ? digits : undefined;
}
