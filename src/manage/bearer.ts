import { readChunked } from "../cookies/chunks.js";
import { CookieJar } from "../cookies/jar.js";
import type { Engine } from "../engine/engine.js";
import type { SessionContext } from "../sessions/index.js";

/** A request, as far as its cookies go: that of the web platform, or one of Node.js. */
export interface CookieBearer {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The session cookie of a request. Nothing can be set here, so that nothing is renewed. */
export function sessionContextOf({ settings }: Engine, { headers }: CookieBearer): SessionContext {
  const jar = new CookieJar(cookieHeader(headers));
  const now = Date.now();
  const context = (secure: boolean) => {
    return { jar, cookie: settings.cookies(secure).session, now, renew: false };
  };
  if (settings.origin !== null) return context(settings.isSecure(settings.origin));
  const secure = context(true);
  return readChunked(jar, secure.cookie) === undefined ? context(false) : secure;
}

function cookieHeader(headers: CookieBearer["headers"]): string | null {
  if (headers instanceof Headers) return headers.get("cookie");
  const value = headers["cookie"];
  return typeof value === "string" ? value : null;
}
