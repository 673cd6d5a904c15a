/** Without this character at both ends. `trim()` removes all white space, and patterns for it can take long. */
export function trimmed(text: string, char: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === char) start++;
  while (end > start && text[end - 1] === char) end--;
  return text.slice(start, end);
}

/**
 * Whether a string is one line that all systems read alike: not empty, without control characters, line
 * breaks and unpaired surrogates, which have no UTF-8 form.
 */
export function isPlainLine(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}\u2028\u2029]+$/u.test(text) && text.trim() !== "";
}

/**
 * Whether a string can be stored and compared everywhere: no NUL, which some databases reject and others
 * truncate at, and no unpaired surrogate, which gets replaced on the way. No row has such a key, so it
 * needn't be looked up.
 */
export function isWholeText(text: string): boolean {
  return !text.includes("\u0000") && !/\p{Surrogate}/u.test(text);
}
