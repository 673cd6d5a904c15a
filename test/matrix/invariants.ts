import type { Browser } from "../support/client.js";

/** Words that every text in English of a few lines has, and none in another language. */
const english = /\b(?:the|your|you|with|and|this|sign in|sign out)\b/i;

/** Whether a page or a mail is in English, at least in part. */
export function inEnglish(text: string): boolean {
  const visible = text
    .replaceAll(/<(style|script)[^]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/https?:\S+/g, " ");
  return english.test(visible);
}

/** Cookies that a browser may drop: RFC 6265bis, section 5.6. */
export function oversized(browser: Browser): string[] {
  return browser
    .cookieNames()
    .filter((name) => name.length + (browser.cookie(name) ?? "").length > 4096);
}

/** Cookies that hold what is nobody's business in the clear. */
export function wordless(browser: Browser, words: readonly string[]): string[] {
  return browser
    .cookieNames()
    .filter((name) => words.some((word) => (browser.cookie(name) ?? "").includes(word)));
}
