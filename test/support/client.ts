import { parseSetCookie } from "cookie";
import { Auth, type AuthConfig } from "latchkey";
import { forRequest, type Lifetime } from "./per-request.js";
import { noteExchange, noteForm } from "./secrecy/secrets.js";

type SameSite = "strict" | "lax" | "none";

interface StoredCookie {
  readonly value: string;
  readonly path: string;
  readonly secure: boolean;
  readonly sameSite: SameSite;
  /** Milliseconds since 1970; infinite for a cookie of the browser's session. */
  readonly expires: number;
}

export interface BrowserOptions {
  readonly origin?: string;
  readonly basePath?: string;
  /** How long its configuration objects live: see `per-request.ts`. */
  readonly lifetime?: Lifetime;
  /** The library it speaks to: another copy of it, or one in another process. */
  readonly auth?: Answerer;
}

/** Whatever answers the requests of a browser. */
export type Answerer = (request: Request, config: Omit<AuthConfig, "raw">) => Promise<Response>;

export interface SendOptions {
  /** Added to those a browser sends; null leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /**
   * The origin of another site whose page leads here: by a link or a redirect, or by a form that it
   * posts. Then only those cookies are sent that `SameSite` lets go along.
   */
  readonly from?: string;
}

export type FormFields = Readonly<Record<string, string>>;

/**
 * A browser on one site: it keeps cookies by the rules of RFC 6265bis and sends forms. What it does is
 * done on pages of the site, unless `from` names another.
 */
export class Browser {
  readonly origin: string;
  readonly basePath: string;
  readonly #config: Omit<AuthConfig, "raw">;
  readonly #lifetime: Lifetime | undefined;
  readonly #auth: Answerer;
  readonly #cookies = new Map<string, StoredCookie>();
  readonly #fromElsewhere = new WeakSet<Request>();

  constructor(
    config: Omit<AuthConfig, "raw">,
    { origin = "https://app.test", basePath, lifetime, auth = Auth }: BrowserOptions = {},
  ) {
    this.#config = config;
    this.#lifetime = lifetime;
    this.#auth = auth;
    this.origin = origin;
    this.basePath = basePath ?? config.basePath ?? "/auth";
  }

  /** The address of a route, e.g. `signin?error=x`. */
  url(route: string): string {
    return `${this.origin}${this.basePath}/${route}`;
  }

  get(route: string, options: SendOptions = {}): Promise<Response> {
    return this.#navigate(
      new Request(this.url(route), { headers: this.#headers(options) }),
      options,
    );
  }

  /** Sends a form as a page of the site would, without a CSRF token unless it is among the fields. */
  post(route: string, fields: FormFields = {}, options: SendOptions = {}): Promise<Response> {
    return this.postBody(route, new URLSearchParams(fields), options);
  }

  postJson(route: string, value: unknown, options: SendOptions = {}): Promise<Response> {
    const headers = { "content-type": "application/json", ...options.headers };
    return this.postBody(route, JSON.stringify(value), { ...options, headers });
  }

  postBody(route: string, body: BodyInit, options: SendOptions = {}): Promise<Response> {
    const own = { origin: this.origin, "sec-fetch-site": "same-origin" };
    const foreign = options.from === undefined ? {} : { origin: options.from };
    const headers = this.#headers({
      ...options,
      headers: { ...own, ...foreign, ...options.headers },
    });
    return this.#navigate(new Request(this.url(route), { method: "POST", headers, body }), options);
  }

  #navigate(request: Request, { from }: SendOptions): Promise<Response> {
    if (from !== undefined) this.#fromElsewhere.add(request);
    return this.send(request);
  }

  /** Sends any request with the cookies it has, and keeps those of the response. */
  async send(request: Request): Promise<Response> {
    const cookie = this.cookieHeader(new URL(request.url).pathname, this.#allowed(request));
    if (cookie !== "") request.headers.set("cookie", cookie);
    await noteForm(request);
    const response = await this.#auth(request, forRequest(this.#config, this.#lifetime));
    noteExchange(request, response);
    this.keep(response);
    return response;
  }

  async csrfToken(): Promise<string> {
    return textMember(await (await this.get("csrf")).json(), "csrfToken");
  }

  /** Fetches a CSRF token and sends the form with it. */
  async submit(
    route: string,
    fields: FormFields = {},
    options: SendOptions = {},
  ): Promise<Response> {
    return this.post(route, { csrfToken: await this.csrfToken(), ...fields }, options);
  }

  signIn(fields: FormFields, options: SendOptions = {}): Promise<Response> {
    return this.submit("callback/credentials", fields, options);
  }

  signOut(fields: FormFields = {}): Promise<Response> {
    return this.submit("signout", fields);
  }

  /** What `GET session` answers. */
  async session(): Promise<unknown> {
    return (await this.get("session")).json();
  }

  /** Sends data to update the session with. */
  async update(data: unknown): Promise<Response> {
    return this.postJson("session", { csrfToken: await this.csrfToken(), data });
  }

  cookie(name: string): string | undefined {
    return this.#live(name)?.value;
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()].filter((name) => this.#live(name));
  }

  /** The names of the cookies that hold the session. */
  sessionCookies(): string[] {
    return this.cookieNames().filter((name) => name.includes("session-token"));
  }

  /** The whole text of the session cookie, whatever number of cookies it is spread over. */
  sessionToken(): string | undefined {
    const names = this.sessionCookies();
    if (names.length === 0) return undefined;
    const byIndex = (name: string) => Number(/\.(\d+)$/.exec(name)?.[1] ?? 0);
    return names
      .sort((a, b) => byIndex(a) - byIndex(b))
      .map((name) => this.cookie(name) ?? "")
      .join("");
  }

  /** Milliseconds since 1970 until which the browser keeps a cookie. */
  cookieExpiry(name: string): number | undefined {
    return this.#live(name)?.expires;
  }

  /** Puts a cookie there, as somebody with access to the browser might. */
  plant(name: string, value: string): void {
    const { sameSite = "lax" } = this.#cookies.get(name) ?? {};
    this.#cookies.set(name, { value, path: "/", secure: false, sameSite, expires: Infinity });
  }

  forget(name: string): void {
    this.#cookies.delete(name);
  }

  /** Another browser with the same cookies, which may speak to another process. */
  copy(auth: Answerer = this.#auth): Browser {
    const { origin, basePath } = this;
    const lifetime = this.#lifetime;
    const other = new Browser(this.#config, {
      ...{ origin, basePath, auth },
      ...(lifetime !== undefined && { lifetime }),
    });
    for (const [name, cookie] of this.#cookies) {
      if (this.#live(name)) other.#cookies.set(name, cookie);
    }
    return other;
  }

  cookieHeader(path = this.basePath, allowed: readonly SameSite[] = everySameSite): string {
    return [...this.#cookies]
      .filter(([name, { path: prefix }]) => this.#live(name) && path.startsWith(prefix))
      .filter(([, { sameSite }]) => allowed.includes(sameSite))
      .map(([name, { value }]) => `${name}=${encodeURIComponent(value)}`)
      .join("; ");
  }

  keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) this.#keepOne(line);
  }

  #keepOne(line: string): void {
    const cookie = parseSetCookie(line);
    const { name, value = "", path = "/", secure = false, domain } = cookie;
    const sameSite = sameSiteOf(cookie.sameSite);
    const https = this.origin.startsWith("https:");
    if (secure && !https) return;
    if (sameSite === "none" && !secure) return;
    if (name.startsWith("__Secure-") && !secure) return;
    if (name.startsWith("__Host-") && (!secure || path !== "/" || domain !== undefined)) return;
    if (name.length + value.length > 4096) return;
    const expires = expiryOf(cookie);
    if (expires <= Date.now()) this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path, secure, sameSite, expires });
  }

  /** Which cookies go along (RFC 6265bis, section 5.8.3): to follow a link is safe, to post a form isn't. */
  #allowed(request: Request): readonly SameSite[] {
    if (!this.#fromElsewhere.has(request)) return everySameSite;
    return request.method === "POST" ? ["none"] : ["none", "lax"];
  }

  #live(name: string): StoredCookie | undefined {
    const cookie = this.#cookies.get(name);
    return cookie && cookie.expires > Date.now() ? cookie : undefined;
  }

  #headers({ headers = {}, from }: SendOptions): Headers {
    const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === null ? [] : [[name, value]],
    );
    const all = new Headers(given);
    if (from !== undefined) all.set("sec-fetch-site", "cross-site");
    return all;
  }
}

const everySameSite: readonly SameSite[] = ["none", "lax", "strict"];

/** Browsers take a cookie that says nothing for a lax one. */
function sameSiteOf(told: boolean | SameSite | undefined): SameSite {
  return told === "none" || told === "strict" ? told : "lax";
}

function expiryOf({ maxAge, expires }: { maxAge?: number; expires?: Date }): number {
  if (maxAge !== undefined) return maxAge <= 0 ? 0 : Date.now() + maxAge * 1000;
  return expires ? expires.getTime() : Infinity;
}

/** The text under this name in a JSON object; fails when it isn't there. */
export function textMember(value: unknown, name: string): string {
  const member: unknown =
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof member === "string") return member;
  throw new Error(`There is no text "${name}" in ${JSON.stringify(value)}.`);
}

/** Where a redirect goes. Fails when the response is none. */
export function location(response: Response): string {
  const target = response.headers.get("location");
  if ([302, 303].includes(response.status) && target !== null) return target;
  throw new Error(`Not a redirect: ${response.status}.`);
}

/** The names of the cookies a response sets or clears. */
export function cookieNamesOf(response: Response): string[] {
  return response.headers.getSetCookie().map((line) => parseSetCookie(line).name);
}

/** The session cookies a response sets to something. */
export function sessionCookiesSet(response: Response): string[] {
  return response.headers
    .getSetCookie()
    .map((line) => parseSetCookie(line))
    .filter(({ name, value }) => name.includes("session-token") && value !== "")
    .map(({ name }) => name);
}
