import { writeChunked, type Chunked } from "../cookies/chunks.js";
import { SessionTooLarge } from "../errors.js";
import type { CookieOption } from "../types/cookies.js";
import type { SessionContext, SessionDeps } from "./contract.js";
import { largestOf, sizeOf } from "./cookie-size.js";

/** A session cookie about to be set, and what it is made of. */
export interface MadeCookie extends Chunked {
  /** What the value holds, for the log to say what is large. */
  readonly holds: object;
}

/**
 * Guards what goes into the session cookie: browsers send it with every request, and servers refuse
 * requests whose headers are too large, all of them, so that nobody could even sign out.
 */
export function createCookieGuard({ maxCookieSize, warnOnce }: CookieGuardDeps) {
  /** Throws `SessionTooLarge` for what must not be set. */
  return (cookie: CookieOption, { value, holds }: MadeCookie): void => {
    const size = sizeOf(cookie, value);
    if (size > maxCookieSize) {
      throw new SessionTooLarge(
        `The session needs a cookie of ${size} bytes, and at most ${maxCookieSize} are written (\`session.maxCookieSize\`). Largest in it: ${largestOf(holds)}. Keep less in the token, or use the database strategy.`,
      );
    }
    if (size <= worthTelling) return;
    warnOnce(
      "session-cookie-large",
      () =>
        `A session cookie has ${size} bytes, and browsers send it with every request; many servers refuse more than 8192 bytes of headers. Largest in it: ${largestOf(holds)}.`,
    );
  };
}

export type CookieGuardDeps = Pick<SessionDeps, "maxCookieSize" | "warnOnce">;

const worthTelling = 4096;

/** Sets the session cookie. A `maxAge` that is configured for it counts where it is the shorter one. */
export function writeSession({ jar, cookie, now }: SessionContext, made: Chunked): void {
  if (made.untilClosed) {
    const { maxAge: _, expires: __, ...options } = cookie.options;
    writeChunked(jar, { ...cookie, options }, { value: made.value });
    return;
  }
  const { maxAge } = cookie.options;
  const left = Math.max(0, Math.floor((made.expires.getTime() - now) / 1000));
  const lasting = maxAge === undefined || maxAge <= left ? cookie : withMaxAge(cookie, left);
  writeChunked(jar, lasting, { value: made.value, expires: made.expires });
}

function withMaxAge(cookie: CookieOption, maxAge: number): CookieOption {
  return { ...cookie, options: { ...cookie.options, maxAge } };
}
