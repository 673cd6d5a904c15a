import type { CookieOption, SerializeCookieOptions } from "../../types/cookies.js";
import type { CookieJar } from "./jar.js";

// Browsers keep at least 4096 bytes of a cookie with its attributes (RFC 6265bis, section 5.6);
// 160 bytes are left for name and attributes.
const chunkSize = 4096 - 160;
const mostChunks = 32;
/** One more than is ever written: a cookie with that many parts isn't ours. */
const everyPart = Array.from({ length: mostChunks + 1 }, (_, index) => index);

/**
 * The value of a cookie that may be split into `name.0`, `name.1` and so on. If both forms exist, the unsplit
 * one wins. A gap, or more chunks than the library ever writes, means no value.
 */
export function readChunked(jar: CookieJar, cookie: CookieOption): string | undefined {
  const whole = jar.get(cookie.name);
  if (whole !== undefined) return whole;
  let value = "";
  for (let index = 0; index <= mostChunks; index++) {
    const part = jar.get(`${cookie.name}.${index}`);
    if (part === undefined) return hasLater(jar, cookie, index) ? undefined : value || undefined;
    value += part;
  }
  return undefined;
}

function hasLater(jar: CookieJar, cookie: CookieOption, gap: number): boolean {
  return possibleParts(jar, cookie).some(
    (index) => index > gap && jar.get(`${cookie.name}.${index}`) !== undefined,
  );
}

/**
 * The cookie's possible parts, in order. With few cookies each is looked at, because trying each possible
 * name takes longer than decrypting; with many it's the other way round.
 */
function possibleParts(jar: CookieJar, cookie: CookieOption): readonly number[] {
  if (jar.size() > everyPart.length) return everyPart;
  const indexes = jar.known().map((name) => partIndex(cookie, name));
  return indexes.filter((index) => index >= 0 && index <= mostChunks).sort((a, b) => a - b);
}

/** The index of the part that a cookie name stands for; -1 if it only looks like one. */
function partIndex(cookie: CookieOption, name: string): number {
  const index = name.startsWith(cookie.name) ? Number(name.slice(cookie.name.length + 1)) : -1;
  return Number.isInteger(index) && name === `${cookie.name}.${index}` ? index : -1;
}

/** A value that may need several cookies. */
export interface Chunked {
  readonly value: string;
  readonly expires: Date;
  /** The cookie ends with the browser session, even if the value is valid for longer. */
  readonly untilClosed?: boolean;
}

/** The longest value that can be written and read. */
export const longestChunked = mostChunks * chunkSize;

/** The names of the cookies a value is written to. */
export function chunkNames(cookie: CookieOption, value: string): string[] {
  const count = Math.ceil(value.length / chunkSize);
  if (count <= 1) return [cookie.name];
  return Array.from({ length: count }, (_, index) => `${cookie.name}.${index}`);
}

/** Sets the value in as many cookies as needed, and clears leftovers of a longer value. */
export function writeChunked(
  jar: CookieJar,
  cookie: CookieOption,
  { value, ...options }: { value: string } & Pick<SerializeCookieOptions, "expires" | "maxAge">,
): void {
  if (value.length > longestChunked) {
    throw new RangeError(
      `The session is too large for cookies: ${value.length} characters, the limit is ${longestChunked}. Store less in the token (the \`jwt\` callback), or set \`session: { strategy: "database" }\`.`,
    );
  }
  clearChunked(jar, cookie);
  for (const [index, name] of chunkNames(cookie, value).entries()) {
    const part = value.slice(index * chunkSize, (index + 1) * chunkSize);
    jar.set({ name, options: cookie.options }, part, options);
  }
}

/** The value about to be set; undefined if none is. */
export function pendingChunked(
  jar: CookieJar,
  cookie: CookieOption,
): { readonly value: string; readonly expires?: Date | undefined } | undefined {
  const parts = jar.changes().filter(({ name, value }) => value !== "" && isPartOf(cookie, name));
  const [first] = parts;
  return (
    first && { value: parts.map(({ value }) => value).join(""), expires: first.options.expires }
  );
}

function isPartOf(cookie: CookieOption, name: string): boolean {
  if (!name.startsWith(cookie.name)) return false;
  return /^(?:\.\d{1,2})?$/.test(name.slice(cookie.name.length));
}

/** Deletes all parts of the cookie. Names that only look alike are left alone. */
export function clearChunked(jar: CookieJar, cookie: CookieOption): void {
  const { name, options } = cookie;
  jar.clear(cookie);
  for (const index of possibleParts(jar, cookie)) {
    if (index < mostChunks) jar.clear({ name: `${name}.${index}`, options });
  }
}
