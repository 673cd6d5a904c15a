import type { ToldEvent } from "../../types/events.js";
import type { EndedSessions } from "../../types/session-hooks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import { ownSession } from "../sessions/devices.js";
import type { Sessions } from "../sessions/index.js";

export interface ChangeContext {
  readonly endSessions: (userId: string, which?: EndedSessions) => Promise<boolean>;
  readonly tell?: ((event: ToldEvent) => Promise<void>) | undefined;
}

/** Whose credentials change, and which of their sessions end. */
export interface Changed extends EndedSessions {
  readonly userId: string;
}

/** Ends sessions after a change of credentials: whoever else is signed in may have used the old ones. */
export async function credentialsChanged(
  { endSessions, tell }: ChangeContext,
  { userId, ...which }: Changed,
): Promise<void> {
  const { startedWith: provider } = which;
  const meant = provider === undefined ? ({ all: true } as const) : { provider };
  if (await endSessions(userId, which)) await tell?.({ type: "session.ended", userId, ...meant });
}

/**
 * Changes a user's credentials and ends their sessions. Sessions are ended first, so that nothing changes if
 * that fails, and again afterwards, because someone may have signed in meanwhile with the old credentials.
 */
export async function changeCredentials<T>(
  context: ChangeContext,
  changed: Changed,
  change: () => Promise<T>,
): Promise<T> {
  await credentialsChanged(context, changed);
  const result = await change();
  const { userId, ...which } = changed;
  // The error is already logged by the store or the state.
  await context.endSessions(userId, which).catch(() => undefined);
  return result;
}

export interface OwnSessionContext {
  readonly sessions: Sessions;
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly now: number;
}

/** The session of this request, if it's this user's: it continues. */
export async function sessionOf(
  { sessions, jar, cookies, now }: OwnSessionContext,
  userId: string,
): Promise<EndedSessions["except"]> {
  return ownSession(await sessions.about({ jar, cookie: cookies.session, now }), userId);
}
