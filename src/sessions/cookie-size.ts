import { chunkNames } from "../cookies/chunks.js";
import type { CookieOption } from "../types/cookies.js";

/** How many bytes of a Cookie header a value takes, in all the cookies it is spread over. */
export function sizeOf(cookie: CookieOption, value: string): number {
  const names = chunkNames(cookie, value);
  // A name, "=", and "; " to the next.
  return names.reduce((sum, name) => sum + name.length + 3, -2) + encodeURIComponent(value).length;
}

/** The members that take the most, with how many characters: never what is in them. */
export function largestOf(holds: object): string {
  const sizes = Object.entries(holds).map(([name, value]) => [name, lengthOf(value)] as const);
  return sizes
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([name, size]) => `\`${name.slice(0, 50)}\` (${size} characters)`)
    .join(", ");
}

function lengthOf(value: unknown): number {
  return String(JSON.stringify(value)).length;
}
