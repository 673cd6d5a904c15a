import { Browser } from "../support/client.js";
import type { TestConfig } from "../support/config.js";

/** A request as plain data, so that it can be changed and sent as often as one likes. */
export interface Draft {
  readonly method: string;
  readonly url: string;
  /** All but Cookie. */
  readonly headers: readonly (readonly [string, string])[];
  /** `name=value`, as they stand in the header. */
  readonly cookies: readonly string[];
  readonly body: Uint8Array<ArrayBuffer> | null;
}

/** The request a draft stands for; undefined when no server could be given such a one. */
export function requestOf({ method, url, headers, cookies, body }: Draft): Request | undefined {
  try {
    const all = new Headers();
    for (const [name, value] of headers) all.append(name, value);
    if (cookies.length > 0) all.set("cookie", cookies.join("; "));
    const sends = body !== null && method !== "GET" && method !== "HEAD";
    return new Request(url, { method, headers: all, ...(sends && { body }) });
  } catch {
    return undefined;
  }
}

/** A browser whose requests can be kept instead of sent. */
export class Tape extends Browser {
  readonly #config: TestConfig;
  readonly #kept: Draft[];
  #holds = false;

  constructor(config: TestConfig, { origin, kept }: { origin: string; kept: Draft[] }) {
    super(config, { origin });
    this.#config = config;
    this.#kept = kept;
  }

  /** Does what a person would do, up to the request that counts: that one is kept and not sent. */
  async hold(work: () => Promise<unknown>): Promise<void> {
    this.#holds = true;
    await work();
    this.#holds = false;
  }

  override async send(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (!this.#holds || pathname.endsWith("/csrf")) return super.send(request);
    this.#kept.push(await draftOf(request, this.cookieHeader(pathname)));
    return new Response(null, { status: 204 });
  }

  /** Another one with the same cookies. */
  fork(): Tape {
    const other = new Tape(this.#config, { origin: this.origin, kept: this.#kept });
    for (const name of this.cookieNames()) other.plant(name, this.cookie(name) ?? "");
    return other;
  }
}

async function draftOf(request: Request, cookie: string): Promise<Draft> {
  return {
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    cookies: cookie === "" ? [] : cookie.split("; "),
    body: request.body ? new Uint8Array(await request.arrayBuffer()) : null,
  };
}
