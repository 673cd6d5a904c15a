import { clearChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { Sessions } from "../sessions/index.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Store } from "../types/store.js";

export interface SignedInContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly now: number;
  readonly sessions: Sessions;
  readonly store: Store | null;
}

/** Who is here. */
export interface Here {
  readonly user: AdapterUser | null;
  /** Id of somebody whom the session names and who is not in the store. */
  readonly gone: string | null;
}

/** Id of the user who is signed in, as far as anything can be changed for them. */
export async function signedInAs(context: SignedInContext): Promise<string | null> {
  const { store, sessions } = context;
  // Sessions of stored users were looked up together with their user.
  if (!store || sessions.ofStoredUsers) return idInSession(context);
  const { user } = await whoIsHere(context, store);
  return user && String(user.id);
}

/**
 * A session may name somebody who is not in the store: removed since, or never in it. To that person
 * nothing can be linked, and such a session must not stand in the way of another sign-in.
 */
export async function whoIsHere(context: SignedInContext, store: Store): Promise<Here> {
  const { jar, cookies, now, sessions } = context;
  if (sessions.currentUser) {
    return { user: await sessions.currentUser({ jar, cookie: cookies.session, now }), gone: null };
  }
  const id = await idInSession(context);
  const user = id === null ? null : await store.getUser(id);
  if (id === null || user || sessions.ofStoredUsers) return { user, gone: null };
  clearChunked(jar, cookies.session);
  return { user, gone: id };
}

export function idInSession({ sessions, jar, cookies, now }: SignedInContext) {
  return sessions.current({ jar, cookie: cookies.session, now });
}
