import type { CookieOption } from "../../types/cookies.js";
import { writeChunked, type Chunked } from "../cookies/chunks.js";
import { SessionTooLarge } from "../errors/errors.js";
import type { SessionContext, SessionDeps } from "./contract.js";
import { largestOf, sizeOf } from "./cookie-size.js";

/** A session cookie to be set, and its content. */
export interface MadeCookie extends Chunked {
  /** The content, so that the log can say what is large. */
  readonly holds: object;
}

/**
 * Limits the size of the session cookie: browsers send it with every request, and servers refuse all requests
 * with large headers, so the user couldn't even sign out.
 */
export function createCookieGuard({ maxCookieSize, warnOnce }: CookieGuardDeps) {
  /** Throws `SessionTooLarge` if it's too large. */
  return (cookie: CookieOption, { value, holds }: MadeCookie): void => {
    const size = sizeOf(cookie, value);
    if (size > maxCookieSize) {
      throw new SessionTooLarge(
        `The session cookie would have ${size} bytes; the limit is ${maxCookieSize} (\`session.maxCookieSize\`). Largest members: ${largestOf(holds)}. Store less in the token (the \`jwt\` callback), or set \`session: { strategy: "database" }\`.`,
      );
    }
    if (size <= worthTelling) return;
    warnOnce(
      "session-cookie-large",
      () =>
        `A session cookie has ${size} bytes. Browsers send it with every request, and many servers refuse more than 8192 bytes of headers. Largest members: ${largestOf(holds)}. Store less in the token (the \`jwt\` callback).`,
    );
  };
}

export type CookieGuardDeps = Pick<SessionDeps, "maxCookieSize" | "warnOnce">;

const worthTelling = 4096;

/** Sets the session cookie. A shorter `maxAge` in its configured options takes precedence. */
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
