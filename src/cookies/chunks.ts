import type { CookieOption, SerializeCookieOptions } from "../types/cookies.js";
import type { CookieJar } from "./jar.js";

// Browsers keep at least 4096 bytes of a cookie with its attributes (RFC 6265bis, section 5.6);
// 160 bytes are left for name and attributes.
const chunkSize = 4096 - 160;
const mostChunks = 32;
/** One more than is written: a value with that part is none of ours. */
const everyPart = Array.from({ length: mostChunks + 1 }, (_, index) => index);

/**
 * The value of a cookie that may be spread over `name.0`, `name.1` and so on. The undivided form
 * wins when both are there; a gap, or more chunks than we ever write, means there is no value.
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
 * The parts of the cookie that may be there, in their order. Few cookies are looked at one by one, since asking for
 * each possible name would take longer than decrypting; where there are many, it is the other way round.
 */
function possibleParts(jar: CookieJar, cookie: CookieOption): readonly number[] {
  if (jar.size() > everyPart.length) return everyPart;
  const indexes = jar.known().map((name) => partIndex(cookie, name));
  return indexes.filter((index) => index >= 0 && index <= mostChunks).sort((a, b) => a - b);
}

/** Which part of the cookie a name stands for; -1 when it only looks alike. */
function partIndex(cookie: CookieOption, name: string): number {
  const index = name.startsWith(cookie.name) ? Number(name.slice(cookie.name.length + 1)) : -1;
  return Number.isInteger(index) && name === `${cookie.name}.${index}` ? index : -1;
}

/** A value that may need several cookies. */
export interface Chunked {
  readonly value: string;
  readonly expires: Date;
  /** The browser forgets it when it is closed, though the value would be good for longer. */
  readonly untilClosed?: boolean;
}

/** The most characters that can be written, and read again. */
export const longestChunked = mostChunks * chunkSize;

/** The names of the cookies that a value is written to. */
export function chunkNames(cookie: CookieOption, value: string): string[] {
  const count = Math.ceil(value.length / chunkSize);
  if (count <= 1) return [cookie.name];
  return Array.from({ length: count }, (_, index) => `${cookie.name}.${index}`);
}

/** Sets the value in as many cookies as it needs, and clears those of an earlier, longer value. */
export function writeChunked(
  jar: CookieJar,
  cookie: CookieOption,
  { value, ...options }: { value: string } & Pick<SerializeCookieOptions, "expires" | "maxAge">,
): void {
  if (value.length > longestChunked) {
    throw new RangeError(
      `The session is too large for cookies: ${value.length} characters, at most ${longestChunked} fit. Keep less in the token, or use the database strategy.`,
    );
  }
  clearChunked(jar, cookie);
  for (const [index, name] of chunkNames(cookie, value).entries()) {
    const part = value.slice(index * chunkSize, (index + 1) * chunkSize);
    jar.set({ name, options: cookie.options }, part, options);
  }
}

/** The value that is about to be set; undefined when none is. */
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

/** Makes the browser forget the cookie in all its parts. Names that only look alike are left alone. */
export function clearChunked(jar: CookieJar, cookie: CookieOption): void {
  const { name, options } = cookie;
  jar.clear(cookie);
  for (const index of possibleParts(jar, cookie)) {
    if (index < mostChunks) jar.clear({ name: `${name}.${index}`, options });
  }
}
