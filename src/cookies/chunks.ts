import type { CookieOption, SerializeCookieOptions } from "../types/cookies.js";
import type { CookieJar } from "./jar.js";

// Browsers keep at least 4096 bytes of a cookie with its attributes (RFC 6265bis, section 5.6);
// 160 bytes are left for name and attributes.
const chunkSize = 4096 - 160;
const mostChunks = 32;

function chunk(cookie: CookieOption, index: number): CookieOption {
  return { ...cookie, name: `${cookie.name}.${index}` };
}

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
  const prefix = `${cookie.name}.`;
  // Few cookies were sent; asking for each of the possible names would take longer than decrypting.
  return jar.names().some((name) => {
    const index = Number(name.slice(prefix.length));
    const isPart = index > gap && index <= mostChunks && name === prefix + index;
    return isPart && jar.get(name) !== undefined;
  });
}

/** Sets the value in as many cookies as it needs, and clears those of an earlier, longer value. */
export function writeChunked(
  jar: CookieJar,
  cookie: CookieOption,
  { value, expires }: { value: string; expires: Date },
): void {
  const options: SerializeCookieOptions = { expires };
  const count = Math.ceil(value.length / chunkSize);
  if (count > mostChunks) {
    throw new RangeError(
      `The session is too large for cookies: ${value.length} characters, at most ${mostChunks * chunkSize} fit. Keep less in the token, or use the database strategy.`,
    );
  }
  clearChunked(jar, cookie);
  if (count <= 1) return jar.set(cookie, value, options);
  for (let index = 0; index < count; index++) {
    const part = value.slice(index * chunkSize, (index + 1) * chunkSize);
    jar.set(chunk(cookie, index), part, options);
  }
}

/** Makes the browser forget the cookie in all its parts. Names that only look alike are left alone. */
export function clearChunked(jar: CookieJar, cookie: CookieOption): void {
  jar.clear(cookie);
  for (let index = 0; index < mostChunks; index++) jar.clear(chunk(cookie, index));
}
