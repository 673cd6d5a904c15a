import { readChunked } from "../core/cookies/chunks.js";
import { CookieJar } from "../core/cookies/jar.js";
import type { Engine } from "../core/engine/engine.js";
import type { SessionContext } from "../core/sessions/index.js";

/** The part of a Web or Node.js request that says who sent it: its headers. */
export interface CookieBearer {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The session of a request. No cookie can be set here, so nothing is renewed. */
export function sessionContextOf({ settings }: Engine, { headers }: CookieBearer): SessionContext {
  const { identify } = settings.plugins;
  const jar = new CookieJar(
    headerOf(headers, "cookie"),
    identify && headerOf(headers, "authorization"),
  );
  const now = Date.now();
  const context = (secure: boolean) => {
    return { jar, cookie: settings.cookies(secure).session, now, renew: false };
  };
  if (settings.origin !== null) return context(settings.isSecure(settings.origin));
  const secure = context(true);
  return readChunked(jar, secure.cookie) === undefined ? context(false) : secure;
}

function headerOf(headers: CookieBearer["headers"], name: string): string | null {
  if (headers instanceof Headers) return headers.get(name);
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
