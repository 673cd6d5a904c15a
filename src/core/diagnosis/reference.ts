import { randomBytes } from "../crypto/random.js";

// Letters and digits that can't be mistaken for one another (Crockford's base 32).
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const references = new WeakMap<Error, string>();

/** A short reference for an error: always the same for one error, and unique for all practical purposes. */
export function referenceOf(error: Error): string {
  const known = references.get(error);
  if (known !== undefined) return known;
  const letters = Array.from(randomBytes(8), (byte) => alphabet.charAt(byte % alphabet.length));
  const made = `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
  references.set(error, made);
  return made;
}

/** Whether a string from outside has the form of a reference. */
export function isReference(text: string): boolean {
  return /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/.test(text);
}
