import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { clearChunked } from "../cookies/chunks.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { Sessions } from "./index.js";

export interface SignedInContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly now: number;
  readonly sessions: Sessions;
  readonly store: Store | null;
}

/** The signed-in user. */
export interface Here {
  readonly user: AdapterUser | null;
  /** The id of a user whom the session names but who isn't in the store. */
  readonly gone: string | null;
}

/** The signed-in user's id, if anything can be changed for them. */
export async function signedInAs(context: SignedInContext): Promise<string | null> {
  const { store, sessions } = context;
  // A session lookup returned the user, too.
  if (!store || sessions.ofStoredUsers) return idInSession(context);
  const { user } = await whoIsHere(context, store);
  return user && String(user.id);
}

/**
 * A session may name a user who isn't in the store: deleted since, or never stored. No account can be linked
 * to them, and their session mustn't block another sign-in.
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
