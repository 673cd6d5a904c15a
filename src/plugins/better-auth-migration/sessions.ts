import { pendingChunked, readChunked } from "../../core/cookies/chunks.js";
import type { CookieJar } from "../../core/cookies/jar.js";
import type { SessionContext, Sessions } from "../../core/sessions/contract.js";
import { writeSession } from "../../core/sessions/session-cookie.js";
import type { CookieOption } from "../../types/cookies.js";
import { endOf, type BetterAuthMigrationOptions } from "./options.js";

/**
 * Wraps sessions so that the cookie of Better Auth is accepted: the token of the row, a dot and a
 * signature. The token is a random key that is looked up, so the signature isn't needed. The old
 * cookie stays until the user signs out, for a rollback.
 */
export function migratedSessions(
  sessions: Sessions,
  options: BetterAuthMigrationOptions,
): Sessions {
  const end = endOf(options);
  const brought = new WeakMap<CookieJar, string>();
  const enter = (context: SessionContext): void => {
    const { jar, cookie, now } = context;
    if (now >= end || readChunked(jar, cookie) !== undefined) return;
    const token = tokenIn(jar.get(oldCookie(options, context).name));
    if (token === undefined) return;
    brought.set(jar, token);
    jar.bring(cookie.name, token);
  };
  const { currentUser } = sessions;
  return {
    ofStoredUsers: sessions.ofStoredUsers,
    show: (...given) => sessions.show(...given),
    current: (context) => {
      enter(context);
      return sessions.current(context);
    },
    ...(currentUser && {
      currentUser: (context) => {
        enter(context);
        return currentUser(context);
      },
    }),
    async read(context, update) {
      enter(context);
      const found = await sessions.read(context, update);
      const { session, fault } = found;
      if (session) hand(context, session.expires, brought);
      else if (!fault) context.jar.clear(oldCookie(options, context));
      return found;
    },
    about: (context) => {
      enter(context);
      return sessions.about(context);
    },
    goOn: (context, who) => {
      enter(context);
      return sessions.goOn(context, who);
    },
    async start(context, who) {
      enter(context);
      const id = await sessions.start(context, who);
      context.jar.clear(oldCookie(options, context));
      return id;
    },
    async end(context) {
      enter(context);
      context.jar.clear(oldCookie(options, context));
      return sessions.end(context);
    },
  };
}

/**
 * Sets the new cookie for a session that came with the old one, unless extending the session set it
 * already.
 */
function hand(context: SessionContext, expires: string, brought: WeakMap<CookieJar, string>): void {
  const { jar, cookie, renew } = context;
  const value = brought.get(jar);
  if (value === undefined || renew === false || pendingChunked(jar, cookie)) return;
  writeSession(context, { value, expires: new Date(expires) });
}

function oldCookie(
  { cookiePrefix = "better-auth" }: BetterAuthMigrationOptions,
  { cookie }: SessionContext,
): CookieOption {
  const secure = cookie.options.secure ? "__Secure-" : "";
  return { name: `${secure}${cookiePrefix}.session_token`, options: cookie.options };
}

function tokenIn(value: string | undefined): string | undefined {
  return /^([\w-]{16,})\./.exec(value ?? "")?.[1];
}
