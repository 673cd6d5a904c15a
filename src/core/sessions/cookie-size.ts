import type { CookieOption } from "../../types/cookies.js";
import { chunkNames } from "../cookies/chunks.js";

/** The bytes a value takes in the Cookie header, across all its cookies. */
export function sizeOf(cookie: CookieOption, value: string): number {
  const names = chunkNames(cookie, value);
  // A name, "=", and "; " before the next.
  return names.reduce((sum, name) => sum + name.length + 3, -2) + encodeURIComponent(value).length;
}

/** The names and sizes of the largest members, without their values. */
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
