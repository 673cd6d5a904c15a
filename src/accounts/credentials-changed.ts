import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { Sessions } from "../sessions/index.js";
import type { ToldEvent } from "../types/events.js";
import type { EndedSessions } from "../types/session-hooks.js";
import { ownSession } from "./devices.js";

export interface ChangeContext {
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  readonly tell?: ((event: ToldEvent) => Promise<void>) | undefined;
}

/** Whose credentials change, and which of their sessions end. */
export interface Changed extends EndedSessions {
  readonly userId: string;
}

/** A user's credentials changed: whoever else is signed in may have used the ones before. */
export async function credentialsChanged(
  { endSessions, tell }: ChangeContext,
  { userId, ...which }: Changed,
): Promise<void> {
  const { startedWith: provider } = which;
  const meant = provider === undefined ? ({ all: true } as const) : { provider };
  if (await endSessions(userId, which)) await tell?.({ type: "session.ended", userId, ...meant });
}

/**
 * Changes credentials of a user, and ends their sessions. First, so that nothing changes if that can't be done now;
 * and again afterwards, since somebody may have signed in meanwhile with what is gone then.
 */
export async function changeCredentials<T>(
  context: ChangeContext,
  changed: Changed,
  change: () => Promise<T>,
): Promise<T> {
  await credentialsChanged(context, changed);
  const result = await change();
  const { userId, ...which } = changed;
  // The store or the state has logged what went wrong.
  await context.endSessions(userId, which).catch(() => undefined);
  return result;
}

export interface OwnSessionContext {
  readonly sessions: Sessions;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly now: number;
}

/** The session of this request, if it is this user's: it goes on. */
export async function sessionOf(
  { sessions, jar, cookies, now }: OwnSessionContext,
  userId: string,
): Promise<EndedSessions["except"]> {
  return ownSession(await sessions.about({ jar, cookie: cookies.session, now }), userId);
}
