import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { Verified } from "../flows/flow.js";
import type { Sessions } from "../sessions/index.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Store } from "../types/store.js";
import { idOf, type Facts } from "./resolve.js";

export interface LookUpContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly now: number;
  readonly sessions: Sessions;
  readonly store: Store | null;
}

/** Finds out what the account decision rests on. */
export async function lookUp(context: LookUpContext, verified: Verified): Promise<Facts> {
  const { store } = context;
  const { trust } = verified;
  if (!store || trust === "none") {
    return { ...nobody, trust, stored: store !== null };
  }
  const signedIn = trust === "email-owner" ? null : await signedInUser(context, store);
  const { provider, providerAccountId } = verified.account;
  // The address first: where user and account come to be as one, who has the address then has the
  // account too. The other way round, a sign-in in between would look like somebody else's address.
  const emailOwner = await ownerOfEmail(store, verified);
  return {
    trust,
    stored: true,
    signedIn,
    emailOwner,
    accountOwner: await store.getUserByAccount({ provider, providerAccountId }),
    beganAs: verified.beganAs === undefined ? idOf(signedIn) : verified.beganAs,
  };
}

const nobody = { signedIn: null, beganAs: null, accountOwner: null, emailOwner: null } as const;

async function signedInUser(
  { jar, cookies, now, sessions }: LookUpContext,
  store: Store,
): Promise<AdapterUser | null> {
  const id = await sessions.current({ jar, cookie: cookies.session, now });
  return id === null ? null : store.getUser(id);
}

async function ownerOfEmail(store: Store, { user }: Verified): Promise<AdapterUser | null> {
  return user.email ? store.getUserByEmail(user.email.toLowerCase()) : null;
}
