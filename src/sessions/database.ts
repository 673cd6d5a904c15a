import { clearChunked, readChunked } from "../cookies/chunks.js";
import { SessionTokenError, SignOutError } from "../errors.js";
import { asError } from "../thrown.js";
import type { AdapterSession, AdapterUser } from "../types/adapter.js";
import type { Awaitable } from "../types/common.js";
import type { Session } from "../types/session.js";
import type { Store } from "../types/store.js";
import { callbackUser, ownSession, publicSession } from "./default-session.js";
import { createExtender } from "./extend.js";
import { signInTime, type SessionFacts } from "./facts.js";
import type { Keeper } from "./keeper.js";
import { faultOf } from "./fault.js";
import { nobody } from "./nobody.js";
import { createCookieGuard, writeSession } from "./session-cookie.js";
import { newFacts } from "./new-facts.js";
import { isTokenText } from "./session-token.js";
import { isOver, lastsFor } from "./span.js";
import { hashOfToken } from "./token-hash.js";
import { factsInSuffix, withSuffix } from "./token-suffix.js";
import type {
  SessionContext,
  SessionDeps,
  SessionRead,
  SessionUpdate,
  Sessions,
} from "./contract.js";

interface Row {
  readonly session: AdapterSession;
  readonly user: AdapterUser;
}

/** A stored session, with what its token says of it. */
interface Found extends Row {
  readonly facts: SessionFacts | undefined;
}

/** Sessions kept in the data store; the cookie holds only their key. */
export function databaseSessions(deps: SessionDeps, store: Store): Sessions {
  const { callbacks, events, keeper = null, logger } = deps;
  const extender = createExtender(deps, store);
  const guard = createCookieGuard(deps);

  /** Facts of a session from before its token said any. */
  const adopt = (by: Keeper, token: string, expires: Date): Promise<SessionFacts> =>
    by.adopt(token, expires.getTime() / 1000 - deps.maxAge);
  /** The session the browser names, if it has not expired; an expired one is removed. */
  const find = async (context: SessionContext): Promise<Found | null> => {
    const { now } = context;
    const sessionToken = tokenOf(context);
    if (sessionToken === undefined) return null;
    const row = await store.getSessionAndUser(sessionToken);
    if (!row) return null;
    const { session, user } = row;
    const own = factsInSuffix(sessionToken);
    const facts = own ?? (keeper ? await adopt(keeper, sessionToken, session.expires) : undefined);
    const isPast = session.expires.getTime() <= now || isOver(deps, own, now);
    const owned = facts && { facts, userId: String(user.id) };
    if (!isPast && !(owned && keeper && (await keeper.isEnded(owned, now)))) {
      return { session, user, facts };
    }
    await store.deleteSession(sessionToken);
    return null;
  };
  /**
   * Extends a session. When it was ended meanwhile, a store that writes what is not there has brought it
   * back: it is removed once more.
   */
  const extend = async (context: SessionContext, found: Found): Promise<Date | "ended" | null> => {
    const { session, user, facts } = found;
    // When it began isn't known, so it ends when it was going to.
    if (facts?.adopted && deps.absoluteMaxAge !== undefined) return null;
    const extended = await extender.extend(session, context.now, facts);
    if (!extended || !keeper || !facts) return extended;
    const userId = String(user.id);
    if (await keeper.wasEnded({ facts, userId })) {
      await store.deleteSession(session.sessionToken);
      return "ended";
    }
    const key = await storedKey(deps, session.sessionToken);
    await keeper.noteAgain({ facts, userId, context, expires: extended, key });
    return extended;
  };

  const present = async (
    context: SessionContext,
    row: Found,
    update?: SessionUpdate,
  ): Promise<SessionRead> => {
    const isDue = context.renew !== false && extender.isDue(row.session, context.now, row.facts);
    // Nothing is awaited that is not there: most reads end without.
    const extended = isDue ? await extend(context, row) : null;
    if (extended === "ended") return nobody(context);
    const session = extended ? { ...row.session, expires: extended } : row.session;
    const shown = callbacks.session
      ? await askCallback(callbacks.session, { session, user: row.user }, update)
      : plainSession(context, { session, user: row.user });
    if (extended) {
      const untilClosed = row.facts?.untilClosed === true;
      const value = session.sessionToken;
      writeSession(context, { value, expires: extended, untilClosed });
    }
    if (events.session) await events.session({ session: shown });
    return { session: shown };
  };
  const endReplaced = async (sessionToken: string): Promise<void> => {
    try {
      await store.deleteSession(sessionToken);
      await forget(sessionToken);
    } catch (error) {
      // The new session is there already; that an older one could not be removed stops nobody.
      const message = "The session that was replaced by a new one could not be removed.";
      logger.error("SessionTokenError", new SessionTokenError(message, { err: asError(error) }));
    }
  };
  /** The row is gone, and with it the session. The state has logged it when it could not be told. */
  const forget = async (sessionToken: string): Promise<void> => {
    if (!keeper) return;
    const facts = factsInSuffix(sessionToken) ?? (await adopt(keeper, sessionToken, new Date(0)));
    await keeper.end(facts).catch(() => undefined);
  };

  return {
    ofStoredUsers: true,
    goOn: () => Promise.resolve(),
    async current(context) {
      const row = await find(context);
      return row && String(row.user.id);
    },
    async currentUser(context) {
      return (await find(context))?.user ?? null;
    },
    async about(context) {
      const found = await find(context);
      if (!found) return null;
      const { session, user, facts } = found;
      const { sid, epoch, bothFactors } = facts ?? {};
      const key = await storedKey(deps, session.sessionToken);
      const authTime = signInTime(facts);
      const provider =
        facts && keeper?.listed ? (await keeper.find(facts.sid))?.provider : undefined;
      return { sid, userId: String(user.id), authTime, bothFactors, provider, epoch, key };
    },
    async start(context, who) {
      const userId = String(who.user.id);
      const replaced = tokenOf(context);
      const begun = await newFacts(deps, who, context);
      const facts = begun && ((await keeper?.admit(begun, userId)) ?? begun);
      const plain = deps.generateSessionToken();
      const sessionToken = facts ? withSuffix(plain, facts) : plain;
      const expires = new Date(context.now + lastsFor(deps, facts, context.now) * 1000);
      guard(context.cookie, { value: sessionToken, expires, holds: { sessionToken } });
      const session = await store.createSession({
        sessionToken,
        userId: who.user.id ?? "",
        expires,
      });
      if (facts && keeper) {
        const key = await storedKey(deps, session.sessionToken);
        await keeper.note({ facts, userId, context, expires: session.expires, key });
      }
      const untilClosed = facts?.untilClosed === true;
      writeSession(context, { value: session.sessionToken, expires: session.expires, untilClosed });
      if (replaced !== undefined) await endReplaced(replaced);
      return userId;
    },
    async read(context, update) {
      try {
        const row = await find(context);
        return row ? await present(context, row, update) : nobody(context);
      } catch (error) {
        const err = asError(error);
        logger.error(
          "SessionTokenError",
          new SessionTokenError("The session could not be read.", { err }),
        );
        return { session: null, fault: faultOf(error), error: err };
      }
    },
    async end(context) {
      const { jar, cookie } = context;
      clearChunked(jar, cookie);
      if (readChunked(jar, cookie) === undefined) return;
      const sessionToken = tokenOf(context);
      try {
        const session = sessionToken === undefined ? null : await store.deleteSession(sessionToken);
        if (sessionToken !== undefined) await forget(sessionToken);
        await events.signOut({ session });
      } catch (error) {
        throw new SignOutError("The session could not be removed from the store.", {
          err: asError(error),
        });
      }
    },
  };
}

/** What the store itself finds a session by. */
function storedKey({ hashed, keys }: SessionDeps, token: string): Awaitable<string> {
  return hashed ? hashOfToken(keys, token) : token;
}

/** The key that the browser sent, if it can be one. */
function tokenOf({ jar, cookie }: SessionContext): string | undefined {
  const text = readChunked(jar, cookie);
  return text !== undefined && isTokenText(text) ? text : undefined;
}

function plainSession({ withId }: SessionContext, { session: { expires }, user }: Row): Session {
  return withId ? ownSession(user, { id: user.id, expires }) : publicSession(user, expires);
}

async function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["session"]>,
  { session, user }: Row,
  update: SessionUpdate | undefined,
): Promise<Session> {
  const answer = await callback({
    session: { ...session, user: callbackUser(user) },
    user,
    ...(update && { newSession: update.data, trigger: "update" as const }),
  });
  return withoutToken(answer, session.sessionToken);
}

/** A callback that returns the stored session as it is must not hand its key to scripts. */
function withoutToken(session: Session, token: string): Session {
  if (Reflect.get(session, "sessionToken") !== token) return session;
  const copy = { ...session };
  Reflect.deleteProperty(copy, "sessionToken");
  return copy;
}
