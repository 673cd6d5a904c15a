import type { CookieOption, SerializeCookieOptions } from "../types/cookies.js";
import type { ResponseCookie } from "../types/http.js";
import { parseCookies } from "./parse.js";
import { isCookieName } from "./serialize.js";

// A session in 32 chunks and all the rest is less; no server passes on nearly as much.
const longestHeader = 256 * 1024;

// Browsers drop a cookie whose name and value are longer together (RFC 6265bis, section 5.7). A character that is
// encoded takes three, so that a short text need not be looked at.
const longestCookie = 4096;
const alwaysFits = 1024;

/** The cookies of one request, and those its response will set. */
export class CookieJar {
  readonly #header: string;
  #parsed: ReadonlyMap<string, string> | undefined;
  #changes: Map<string, ResponseCookie> | undefined;
  #brought: Map<string, string> | undefined;

  constructor(header: string | null | undefined) {
    this.#header = header && header.length <= longestHeader ? header : "";
  }

  /** What the browser sent. Empty values count as absent. Of two with one name the first counts. */
  get(name: string): string | undefined {
    const brought = this.#brought?.get(name);
    if (brought !== undefined) return brought;
    const plain = this.#parsed ? undefined : plainValue(this.#header, name);
    return plain ?? (this.#request().get(name) || undefined);
  }

  /** Names of the cookies the browser sent, of those that could be set. */
  names(): string[] {
    return [...this.#request().keys()].filter(isCookieName);
  }

  /** Names of the cookies the browser sent, and of those that are about to be set. */
  known(): string[] {
    return this.#changes
      ? [...this.#request().keys(), ...this.#changes.keys()]
      : [...this.#request().keys()];
  }

  /** How many names are known, at most. */
  size(): number {
    return this.#request().size + (this.#changes?.size ?? 0);
  }

  /** Sets a cookie. Where browsers would drop it they keep none: the one of before would say something else. */
  set(cookie: CookieOption, value: string, options?: SerializeCookieOptions): void {
    if (value.length > alwaysFits && sentLength(cookie.name, value) > longestCookie) {
      this.clear(cookie);
      return;
    }
    const change = { name: cookie.name, value, options: { ...cookie.options, ...options } };
    this.#changes ??= new Map();
    this.#changes.delete(cookie.name);
    this.#changes.set(cookie.name, change);
  }

  /** Makes the browser forget a cookie; does nothing when it sent none of that name, or nobody can. */
  clear(cookie: CookieOption): void {
    if (!isCookieName(cookie.name)) return;
    if (this.#request().has(cookie.name)) this.set(cookie, "", { maxAge: 0 });
    else this.#changes?.delete(cookie.name);
  }

  /** Lets a value count as sent by the browser, in place of what it sent under that name. */
  bring(name: string, value: string): void {
    this.#brought = new Map(this.#brought).set(name, value);
  }

  /** Cookies for the response, in the order they were set. */
  changes(): ResponseCookie[] {
    return this.#changes ? [...this.#changes.values()] : [];
  }

  #request(): ReadonlyMap<string, string> {
    return (this.#parsed ??= parseCookies(this.#header));
  }
}

function sentLength(name: string, value: string): number {
  return name.length + encodeURIComponent(value).length;
}

/**
 * The value of a cookie where one look at the header tells it: its name stands at the beginning of a
 * pair and nowhere before, and the value needs no decoding. A session read asks for one cookie among
 * perhaps many, and parsing them all would take as long as the rest of the read. Undefined means that
 * the header has to be parsed to know.
 */
function plainValue(header: string, name: string): string | undefined {
  const at = header.indexOf(name);
  const from = at + name.length + 1;
  if (at < 0 || header[from - 1] !== "=") return undefined;
  if (at > 0 && !header.startsWith("; ", at - 2)) return undefined;
  const end = header.indexOf(";", from);
  const value = header.slice(from, end < 0 ? header.length : end);
  // Searching for a character is several times faster than a regular expression.
  const isOdd = value === "" || value.includes("%") || value.includes("\t");
  return isOdd || value.startsWith(" ") || value.endsWith(" ") ? undefined : value;
}
