import type { Awaitable } from "../../../types/common.js";
import type { IdentifiedUser } from "../../../types/identity.js";
import type { Session } from "../../../types/session.js";
import { isPromise } from "../../async/deadline.js";
import { isRecord } from "../../values/json.js";
import type { SessionContext, SessionDeps, SessionRead, SessionUpdate } from "../contract.js";
import { callbackUser, ownSession, publicSession } from "../default-session.js";
import { nobody } from "../nobody.js";
import { writeSession } from "../session-cookie.js";
import { storedKey, type DatabaseParts, type FoundSession, type Row } from "./parts.js";

/** The session for the app and the browser, extended when due. */
export async function present(
  parts: DatabaseParts,
  context: SessionContext,
  { found, update }: { readonly found: FoundSession; readonly update?: SessionUpdate | undefined },
): Promise<SessionRead> {
  const { events, hooks } = parts.deps;
  const { kept, user } = found;
  const isDue = context.renew !== false && parts.extender.isDue(found.session, context.now, kept);
  // Awaits only if there's something to wait for: most reads don't.
  const extended = isDue ? await extend(parts, context, found) : null;
  if (extended === "ended") return nobody(context);
  const session = extended ? { ...found.session, expires: extended } : found.session;
  const reading = (kept && hooks?.read?.(kept)) ?? undefined;
  const added = isPromise(reading) ? await reading : reading;
  const showing = shownOf(parts, context, { row: { session, user }, added, update });
  const shown = isPromise(showing) ? await showing : showing;
  // The user signed out meanwhile, and a store that upserts has restored the session.
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

/** The same of a user who has no session: the `session` callback gets one that isn't stored. */
export async function show(
  parts: DatabaseParts,
  context: SessionContext,
  { user, expires, adds: added }: IdentifiedUser,
): Promise<Session> {
  const { events } = parts.deps;
  const row = { session: { sessionToken: "", userId: user.id, expires }, user };
  const session = await shownOf(parts, context, { row, added });
  if (events.session) await events.session({ session });
  return session;
}

/**
 * Extends a session. If it was ended meanwhile and a store that upserts has restored it, it's deleted again.
 */
async function extend(
  { deps, extender, store }: DatabaseParts,
  context: SessionContext,
  { session, kept }: FoundSession,
): Promise<Date | "ended" | null> {
  const { hooks } = deps;
  // It's unknown when it began, so it expires as planned.
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

interface Shown {
  readonly row: Row;
  /** Added by plugins. */
  readonly added: object | undefined;
  readonly update?: SessionUpdate | undefined;
}

/** What the `session` callback makes of it, or the session as it is. */
function shownOf(
  { deps: { callbacks } }: DatabaseParts,
  { withId }: SessionContext,
  shown: Shown,
): Awaitable<Session> {
  if (callbacks.session) return askCallback(callbacks.session, shown);
  const { row, added } = shown;
  const { session, user } = row;
  const { expires } = session;
  const plain = withId ? ownSession(user, { id: user.id, expires }) : publicSession(user, expires);
  return added ? { ...added, ...plain } : plain;
}

async function askCallback(
  callback: NonNullable<SessionDeps["callbacks"]["session"]>,
  { row: { session, user }, added, update }: Shown,
): Promise<Session> {
  const answer = await callback({
    session: { ...added, ...session, user: callbackUser(user) },
    user,
    ...(update && { newSession: update.data, trigger: "update" as const }),
  });
  return withoutToken(answer, session.sessionToken);
}

/** A callback that returns the stored session unchanged mustn't expose its token to scripts. */
function withoutToken(session: Session, token: string): Session {
  // JavaScript may return null: no session.
  if (!isRecord(session) || session["sessionToken"] !== token) return session;
  const copy = { ...session };
  Reflect.deleteProperty(copy, "sessionToken");
  return copy;
}
