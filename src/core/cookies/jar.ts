import type { CookieOption, SerializeCookieOptions } from "../../types/cookies.js";
import type { ResponseCookie } from "../../types/http.js";
import { parseCookies } from "./parse.js";
import { isCookieName } from "./serialize.js";

// A session in 32 chunks plus everything else is less; no server accepts nearly as much.
const longestHeader = 256 * 1024;

// Browsers drop a cookie whose name and value together are longer (RFC 6265bis, section 5.7). An encoded
// character takes three, so short values needn't be checked.
const longestCookie = 4096;
const alwaysFits = 1024;

/** The cookies of one request, and those its response sets. */
export class CookieJar {
  readonly #header: string;
  #parsed: ReadonlyMap<string, string> | undefined;
  #changes: Map<string, ResponseCookie> | undefined;
  #brought: Map<string, string> | undefined;
  /** What the request carries besides cookies. Set only where a plugin reads it. */
  readonly authorization: string | undefined;

  constructor(header: string | null | undefined, authorization?: string | null) {
    this.#header = header && header.length <= longestHeader ? header : "";
    this.authorization = authorization || undefined;
  }

  /** The value the browser sent. Empty values count as absent. If a name occurs twice, the first one counts. */
  get(name: string): string | undefined {
    const brought = this.#brought?.get(name);
    if (brought !== undefined) return brought;
    const plain = this.#parsed ? undefined : plainValue(this.#header, name);
    return plain ?? (this.#request().get(name) || undefined);
  }

  /** Names of the cookies the browser sent, without those that can't be set. */
  names(): string[] {
    return [...this.#request().keys()].filter(isCookieName);
  }

  /** Names of the cookies the browser sent or the response sets. */
  known(): string[] {
    return this.#changes
      ? [...this.#request().keys(), ...this.#changes.keys()]
      : [...this.#request().keys()];
  }

  /** The highest number of names kept. */
  size(): number {
    return this.#request().size + (this.#changes?.size ?? 0);
  }

  /** Sets a cookie. If browsers would drop it, the old one is deleted, because its value is outdated. */
  set(cookie: CookieOption, value: string, options?: SerializeCookieOptions): void {
    if (value.length > alwaysFits && sentLength(cookie.name, value) > longestCookie) {
      this.clear(cookie);
      return;
    }
    // Two spreads take ten times as long on Node.js 20, and so does what then reads the object.
    const merged = Object.assign({}, cookie.options, options);
    this.#changes ??= new Map();
    this.#changes.delete(cookie.name);
    this.#changes.set(cookie.name, { name: cookie.name, value, options: merged });
  }

  /** Deletes a cookie. Does nothing if the browser didn't send it, or it can't be deleted. */
  clear(cookie: CookieOption): void {
    if (!isCookieName(cookie.name)) return;
    if (this.#request().has(cookie.name)) this.set(cookie, "", { maxAge: 0 });
    else this.#changes?.delete(cookie.name);
  }

  /** Treats a value as sent by the browser, in place of what it sent under that name. */
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
 * The value of a cookie if one look at the header finds it: its name occurs only once, at the start of a
 * pair, and the value needs no decoding. A session read needs one cookie among perhaps many, and parsing all
 * would take as long as the rest of the read. Undefined means the header has to be parsed.
 */
function plainValue(header: string, name: string): string | undefined {
  const at = header.indexOf(name);
  const from = at + name.length + 1;
  if (at < 0 || header[from - 1] !== "=") return undefined;
  if (at > 0 && !header.startsWith("; ", at - 2)) return undefined;
  const end = header.indexOf(";", from);
  const value = header.slice(from, end < 0 ? header.length : end);
  // `indexOf` is several times faster than a regular expression here.
  const isOdd = value === "" || value.includes("%") || value.includes("\t");
  return isOdd || value.startsWith(" ") || value.endsWith(" ") ? undefined : value;
}
