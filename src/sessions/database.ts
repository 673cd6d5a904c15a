import { clearChunked, readChunked, writeChunked } from "../cookies/chunks.js";
import { AdapterError, SessionTokenError, SignOutError } from "../errors.js";
import { asError } from "../thrown.js";
import type { AdapterSession, AdapterUser } from "../types/adapter.js";
import type { Session } from "../types/session.js";
import type { Store } from "../types/store.js";
import { publicSession } from "./default-session.js";
import { createExtender } from "./extend.js";
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

/** Sessions kept in the data store; the cookie holds only their key. */
export function databaseSessions(deps: SessionDeps, store: Store): Sessions {
  const { callbacks, events, logger } = deps;
  const extender = createExtender(deps, store);

  /** The session the browser names, if it has not expired; an expired one is removed. */
  const find = async ({ jar, cookie, now }: SessionContext): Promise<Row | null> => {
    const sessionToken = readChunked(jar, cookie);
    if (sessionToken === undefined) return null;
    const row = await store.getSessionAndUser(sessionToken);
    if (!row || row.session.expires.getTime() > now) return row;
    await store.deleteSession(sessionToken);
    return null;
  };

  const present = async (
    context: SessionContext,
    row: Row,
    update?: SessionUpdate,
  ): Promise<SessionRead> => {
    const extending = context.renew === false ? null : extender.extend(row.session, context.now);
    // Nothing is awaited that is not there: most reads end without.
    const extended = extending ? await extending : null;
    const session = extended ? { ...row.session, expires: extended } : row.session;
    const shown = callbacks.session
      ? await askCallback(callbacks.session, { session, user: row.user }, update)
      : publicSession(row.user, session.expires);
    if (extended) {
      writeChunked(context.jar, context.cookie, { value: session.sessionToken, expires: extended });
    }
    if (events.session) await events.session({ session: shown });
    return { session: shown };
  };

  return {
    ofStoredUsers: true,
    goOn: () => Promise.resolve(),
    async current(context) {
      const row = await find(context);
      return row && String(row.user.id);
    },
    async start(context, { user }) {
      const { jar, cookie, now } = context;
      const replaced = readChunked(jar, cookie);
      const session = await store.createSession({
        sessionToken: deps.generateSessionToken(),
        userId: user.id ?? "",
        expires: new Date(now + deps.maxAge * 1000),
      });
      writeChunked(jar, cookie, { value: session.sessionToken, expires: session.expires });
      if (replaced !== undefined) await endReplaced(store, replaced, logger);
    },
    async read(context, update) {
      try {
        const row = await find(context);
        if (!row) {
          clearChunked(context.jar, context.cookie);
          return { session: null };
        }
        return await present(context, row, update);
      } catch (error) {
        logger.error(
          "SessionTokenError",
          new SessionTokenError("The session could not be read.", { err: asError(error) }),
        );
        return { session: null, fault: error instanceof AdapterError ? "store" : "callback" };
      }
    },
    async end({ jar, cookie }) {
      const sessionToken = readChunked(jar, cookie);
      if (sessionToken === undefined) return;
      clearChunked(jar, cookie);
      try {
        const session = await store.deleteSession(sessionToken);
        await events.signOut({ session });
      } catch (error) {
        throw new SignOutError("The session could not be removed from the store.", {
          err: asError(error),
        });
      }
    },
  };
}

async function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["session"]>,
  { session, user }: Row,
  update: SessionUpdate | undefined,
): Promise<Session> {
  const answer = await callback({
    session: { ...session, user },
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

/** The new session is there already; that an older one could not be removed stops nobody. */
async function endReplaced(
  store: Store,
  sessionToken: string,
  logger: SessionDeps["logger"],
): Promise<void> {
  try {
    await store.deleteSession(sessionToken);
  } catch (error) {
    const message = "The session that was replaced by a new one could not be removed.";
    logger.error("SessionTokenError", new SessionTokenError(message, { err: asError(error) }));
  }
}
