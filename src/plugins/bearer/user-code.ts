import { randomBytes } from "../../core/crypto/random.js";

/**
 * No vowels, so that codes spell no words, and no digits, which resemble letters (RFC 8628, section
 * 6.1).
 */
const alphabet = "BCDFGHJKLMNPQRSTVWXZ";
const length = 8;
const form = /^[BCDFGHJKLMNPQRSTVWXZ]{8}$/;

/** A code for people to type. There are 25 billion. */
export function newUserCode(): string {
  let code = "";
  while (code.length < length) {
    const usable = [...randomBytes(16)].filter((byte) => byte < 12 * alphabet.length);
    code += usable.map((byte) => alphabet[byte % alphabet.length]).join("");
  }
  return code.slice(0, length);
}

/** In two halves. */
export function shownCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** A typed code in its stored form; undefined if it can't be a code. */
export function typedCode(typed: string | undefined): string | undefined {
  if (typed === undefined || typed.length > 32) return undefined;
  const code = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return form.test(code) ? code : undefined;
}
