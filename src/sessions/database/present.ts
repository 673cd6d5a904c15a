import { isPromise } from "../../deadline.js";
import { isRecord } from "../../json.js";
import type { Session } from "../../types/session.js";
import { callbackUser, ownSession, publicSession } from "../default-session.js";
import { nobody } from "../nobody.js";
import { writeSession } from "../session-cookie.js";
import type { SessionContext, SessionDeps, SessionRead, SessionUpdate } from "../contract.js";
import { storedKey, type DatabaseParts, type Found, type Row } from "./parts.js";

/** The session as the application and the browser see it, extended when due. */
export async function present(
  parts: DatabaseParts,
  context: SessionContext,
  { found, update }: { readonly found: Found; readonly update?: SessionUpdate | undefined },
): Promise<SessionRead> {
  const { callbacks, events, hooks } = parts.deps;
  const { kept, user } = found;
  const isDue = context.renew !== false && parts.extender.isDue(found.session, context.now, kept);
  // Nothing is awaited that is not there: most reads end without.
  const extended = isDue ? await extend(parts, context, found) : null;
  if (extended === "ended") return nobody(context);
  const session = extended ? { ...found.session, expires: extended } : found.session;
  const reading = (kept && hooks?.read?.(kept)) ?? undefined;
  const added = isPromise(reading) ? await reading : reading;
  const shown = callbacks.session
    ? await askCallback(callbacks.session, { row: { session, user }, added, update })
    : plainSession(context, { session, user }, added);
  // Somebody signed out meanwhile: a store that writes what is not there has brought the session back.
  if (parts.ended.has(found.session.sessionToken, context.now)) {
    await parts.store.deleteSession(found.session.sessionToken);
    return nobody(context);
  }
  if (extended) {
    const untilClosed = kept?.facts.untilClosed === true;
    const value = session.sessionToken;
    writeSession(context, { value, expires: extended, untilClosed });
  }
  if (events.session) await events.session({ session: shown });
  return { session: shown };
}

/**
 * Extends a session. When it was ended meanwhile, a store that writes what is not there has brought it
 * back: it is removed once more.
 */
async function extend(
  { deps, extender, store }: DatabaseParts,
  context: SessionContext,
  { session, kept }: Found,
): Promise<Date | "ended" | null> {
  const { hooks } = deps;
  // When it began isn't known, so it ends when it was going to.
  if (kept?.facts.adopted && hooks?.endsBy) return null;
  const extended = await extender.extend(session, context.now, kept);
  if (!extended || !hooks || !kept) return extended;
  if (hooks.checkNow && !(await hooks.checkNow(kept))) {
    await store.deleteSession(session.sessionToken);
    return "ended";
  }
  const { now, client } = context;
  const key = await storedKey(deps, session.sessionToken);
  const written = { now, expires: extended, key, ...(client && { client: client() }) };
  await hooks.issued?.(kept, written, "renewed");
  return extended;
}

function plainSession(
  { withId }: SessionContext,
  { session: { expires }, user }: Row,
  added: object | undefined,
): Session {
  const plain = withId ? ownSession(user, { id: user.id, expires }) : publicSession(user, expires);
  return added ? { ...added, ...plain } : plain;
}

interface Asked {
  readonly row: Row;
  /** By plugins. */
  readonly added: object | undefined;
  readonly update: SessionUpdate | undefined;
}

async function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["session"]>,
  { row: { session, user }, added, update }: Asked,
): Promise<Session> {
  const answer = await callback({
    session: { ...added, ...session, user: callbackUser(user) },
    user,
    ...(update && { newSession: update.data, trigger: "update" as const }),
  });
  return withoutToken(answer, session.sessionToken);
}

/** A callback that returns the stored session as it is must not hand its key to scripts. */
function withoutToken(session: Session, token: string): Session {
  // JavaScript may return null, which shows no session.
  if (!isRecord(session) || session["sessionToken"] !== token) return session;
  const copy = { ...session };
  Reflect.deleteProperty(copy, "sessionToken");
  return copy;
}
