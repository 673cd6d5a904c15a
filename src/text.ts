/**
 * Whether a text is one line that every part of a system reads alike: not empty, without control
 * characters, line ends and halves of surrogate pairs, which have no form in UTF-8.
 */
export function isPlainLine(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u.test(text) && text.trim() !== "";
}

/**
 * Whether a text can be stored and compared everywhere: no NUL, at which some databases fail and
 * others cut, and no half of a surrogate pair, which becomes another character on the way. No row has
 * such a key, so it need not be looked for.
 */
export function isWholeText(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
}
