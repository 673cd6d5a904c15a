import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { Verified } from "../flow.js";
import { idInSession, whoIsHere, type Here, type SignedInContext } from "../sessions/signed-in.js";
import { foldAddress } from "../values/address.js";
import { isProven } from "../values/proven.js";
import { provesAddress } from "./address-proof.js";
import { idOf, type Facts, type Former } from "./decide.js";

export interface LookUpContext extends SignedInContext {
  /** Signing in never links accounts. @default false */
  readonly explicitLinking?: boolean | undefined;
}

/** Collects what the account decision needs. */
export async function lookUp(context: LookUpContext, verified: Verified): Promise<Facts> {
  const { store } = context;
  const { trust } = verified;
  const email = addressIn(verified);
  const proves = provesAddress(verified);
  const said = { trust, email, proves, stored: store !== null };
  if (!store || trust === "none") return Object.assign({}, nobody, said);
  const here = trust === "email-owner" ? nobodyHere : await whoIsHere(context, store);
  const { provider, providerAccountId } = verified.account;
  const found = await store.findUsers(email, { provider, providerAccountId });
  const { byEmail: emailOwner, byAccount: accountOwner } = found;
  return {
    ...said,
    canTake: proves && emailOwner !== null && (await canTake(store, emailOwner)),
    signedIn: trust === "email-owner" ? await themselves(context, emailOwner) : here.user,
    emailOwner,
    accountOwner,
    former: accountOwner ? null : await findFormer(store, verified),
    beganAs: beganAs(here, verified),
    ...(verified.links && { links: true }),
    ...(context.explicitLinking && { explicit: true }),
    provisional: await provisionalOf(context),
  };
}

const nobody = {
  canTake: false,
  signedIn: null,
  beganAs: null,
  accountOwner: null,
  former: null,
  emailOwner: null,
} as const;
const nobodyHere: Here = { user: null, gone: null };

function provisionalOf({ sessions, jar, cookies, now }: SignedInContext) {
  return sessions.provisional?.({ jar, cookie: cookies.session, now });
}

/** The owner of the account under its former id. */
async function findFormer(store: Store, { account, former }: Verified): Promise<Former | null> {
  if (!former) return null;
  const { provider } = account;
  const owner = await store.getUserByAccount({ provider, providerAccountId: former.id });
  return owner && { owner, isAccepted: former.isAccepted };
}

/** A mail proves the identifier itself, which an app may normalize in its own way. */
function addressIn({ user, trust }: Verified): string | null {
  if (!user.email) return null;
  return trust === "email-owner" ? user.email : foldAddress(user.email);
}

/** A user who was deleted counts as nobody, also when the flow began. */
function beganAs({ user, gone }: Here, { beganAs }: Verified): string | null {
  return beganAs === undefined || (gone !== null && beganAs === gone) ? idOf(user) : beganAs;
}

/** For a magic link, it doesn't matter who else is signed in. */
async function themselves(
  context: SignedInContext,
  owner: AdapterUser | null,
): Promise<AdapterUser | null> {
  if (!owner || isProven(owner)) return null;
  return (await idInSession(context)) === idOf(owner) ? owner : null;
}

async function canTake(store: Store, user: AdapterUser): Promise<boolean> {
  if (isProven(user)) return false;
  return (await store.missing(["listAccountsByUserId", "unlinkAccount"])).length === 0;
}
