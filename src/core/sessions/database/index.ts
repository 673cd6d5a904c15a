import type { SignedIn } from "../../../types/hooks.js";
import type { Store } from "../../../types/store.js";
import { clearChunked, readChunked } from "../../cookies/chunks.js";
import { asError } from "../../errors/as-error.js";
import { SessionTokenError, SignOutError } from "../../errors/errors.js";
import type {
  CurrentSession,
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
  SessionUpdate,
} from "../contract.js";
import { signInTime } from "../facts.js";
import { faultOf } from "../fault.js";
import { isOver, lastsFor } from "../lifetime.js";
import { newFacts } from "../new-facts.js";
import { nobody } from "../nobody.js";
import { writeSession } from "../session-cookie.js";
import { factsInSuffix, withSuffix } from "../token-suffix.js";
import {
  adoptedFacts,
  databaseParts,
  type DatabaseParts,
  type FoundSession,
  storedKey,
  tokenOf,
} from "./parts.js";
import { present, show } from "./present.js";

/** Database sessions; the cookie contains only their token. */
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
    show: (context, user) => show(parts, context, user),
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
    const problem = new SessionTokenError("The session couldn't be read.", { err });
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
    const message = "The session couldn't be deleted from the database.";
    throw new SignOutError(message, { err: asError(error) });
  }
}

/** The session of the browser's cookie. If it has expired, it's deleted. */
async function find(parts: DatabaseParts, context: SessionContext): Promise<FoundSession | null> {
  const { deps, store } = parts;
  const { now } = context;
  const sessionToken = tokenOf(context);
  if (sessionToken === undefined) return null;
  const row = await store.getSessionAndUser(sessionToken);
  if (!row) return null;
  const { session, user } = row;
  const own = factsInSuffix(sessionToken);
  // Awaits only if there's something to wait for: most apps have no such plugin.
  const facts =
    own ?? (deps.hooks ? await adoptedFacts(parts, sessionToken, session.expires) : undefined);
  const kept = facts && { facts, userId: String(user.id) };
  // It's unknown when an adopted session began, so it isn't extended and expires as planned.
  const isPast = session.expires.getTime() <= now || (!facts?.adopted && isOver(deps, kept, now));
  if (!isPast && (!kept || !deps.hooks?.check || (await deps.hooks.check(kept, now)))) {
    return { session, user, kept };
  }
  await store.deleteSession(sessionToken);
  return null;
}

/** Signs a user in, replacing the previous session. */
async function start(
  parts: DatabaseParts,
  context: SessionContext,
  who: SignedIn,
): Promise<string> {
  const { deps, store, guard } = parts;
  const { hooks } = deps;
  const userId = String(who.user.id);
  const replaced = tokenOf(context);
  const begun = await newFacts(deps, who, context);
  const facts = begun && hooks?.issue ? await hooks.issue({ facts: begun, userId }) : begun;
  const kept = facts && { facts, userId };
  const plain = deps.generateSessionToken();
  const sessionToken = facts ? withSuffix(plain, facts) : plain;
  const expires = new Date(context.now + lastsFor(deps, kept, context.now) * 1000);
  guard(context.cookie, { value: sessionToken, expires, holds: { sessionToken } });
  const row = { sessionToken, userId: who.user.id ?? "", expires };
  const session = await store.createSession(row);
  if (kept && hooks?.issued) {
    const { now, client } = context;
    const key = await storedKey(deps, session.sessionToken);
    const written = { now, expires: session.expires, key, ...(client && { client: client() }) };
    await hooks.issued(kept, written, "started");
  }
  const untilClosed = facts?.untilClosed === true;
  writeSession(context, { value: session.sessionToken, expires: session.expires, untilClosed });
  if (replaced !== undefined) await endReplaced(parts, replaced);
  return userId;
}

async function endReplaced(parts: DatabaseParts, sessionToken: string): Promise<void> {
  try {
    await parts.store.deleteSession(sessionToken);
    await tellEnded(parts, sessionToken);
  } catch (error) {
    // The new session exists already, so failing to delete the old one stops nobody.
    const message = "The session replaced by a new one couldn't be deleted.";
    const problem = new SessionTokenError(message, { err: asError(error) });
    parts.deps.logger.error("SessionTokenError", problem);
  }
}

/** Whether the row, and with it the session, is gone. An outage of the state is already logged. */
async function tellEnded(parts: DatabaseParts, sessionToken: string): Promise<void> {
  const end = parts.deps.hooks?.end;
  if (!end) return;
  const { sid } = factsInSuffix(sessionToken) ?? (await adoptedFacts(parts, sessionToken));
  await end(sid).catch(() => undefined);
}
