import { clearChunked, readChunked } from "../../cookies/chunks.js";
import { SessionTokenError, SignOutError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { Store } from "../../types/store.js";
import type {
  CurrentSession,
  SessionContext,
  SessionDeps,
  SessionRead,
  SessionUpdate,
  Sessions,
} from "../contract.js";
import { signInTime } from "../facts.js";
import { faultOf } from "../fault.js";
import { nobody } from "../nobody.js";
import { find } from "./find.js";
import { databaseParts, storedKey, tokenOf, type DatabaseParts } from "./parts.js";
import { present } from "./present.js";
import { start, tellEnded } from "./start.js";

/** Sessions kept in the data store; the cookie holds only their key. */
export function databaseSessions(deps: SessionDeps, store: Store): Sessions {
  const parts = databaseParts(deps, store);
  return {
    ofStoredUsers: true,
    goOn: () => Promise.resolve(),
    async current(context) {
      const row = await find(parts, context);
      return row && String(row.user.id);
    },
    currentUser: async (context) => (await find(parts, context))?.user ?? null,
    about: (context) => about(parts, context),
    start: (context, who) => start(parts, context, who),
    read: (context, update) => read(parts, context, update),
    end: (context) => end(parts, context),
  };
}

async function about(
  parts: DatabaseParts,
  context: SessionContext,
): Promise<CurrentSession | null> {
  const found = await find(parts, context);
  if (!found) return null;
  const { session, user, kept } = found;
  const { sid, bothFactors, provider, plugins } = kept?.facts ?? {};
  const key = await storedKey(parts.deps, session.sessionToken);
  const authTime = signInTime(kept?.facts);
  return { sid, userId: String(user.id), authTime, bothFactors, provider, facts: plugins, key };
}

async function read(
  parts: DatabaseParts,
  context: SessionContext,
  update: SessionUpdate | undefined,
): Promise<SessionRead> {
  try {
    const found = await find(parts, context);
    return found ? await present(parts, context, { found, update }) : nobody(context);
  } catch (error) {
    const err = asError(error);
    const problem = new SessionTokenError("The session could not be read.", { err });
    parts.deps.logger.error("SessionTokenError", problem);
    return { session: null, fault: faultOf(error), error: err };
  }
}

async function end(parts: DatabaseParts, context: SessionContext): Promise<void> {
  const { jar, cookie } = context;
  clearChunked(jar, cookie);
  if (readChunked(jar, cookie) === undefined) return;
  const sessionToken = tokenOf(context);
  if (sessionToken !== undefined) parts.ended.add(sessionToken, context.now);
  try {
    const session =
      sessionToken === undefined ? null : await parts.store.deleteSession(sessionToken);
    if (sessionToken !== undefined) await tellEnded(parts, sessionToken);
    await parts.deps.events.signOut({ session });
  } catch (error) {
    if (sessionToken !== undefined) parts.ended.forget(sessionToken);
    const message = "The session could not be removed from the store.";
    throw new SignOutError(message, { err: asError(error) });
  }
}
