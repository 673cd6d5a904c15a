import { foldAddress } from "../flows/address.js";
import type { Verified } from "../flows/flow.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Store } from "../types/store.js";
import { isProven, provesAddress } from "./proof.js";
import { idOf, type Facts, type Former } from "./resolve.js";
import { idInSession, whoIsHere, type Here, type SignedInContext } from "./signed-in.js";

export interface LookUpContext extends SignedInContext {
  /** Accounts are linked by an act of its own only. @default false */
  readonly explicitLinking?: boolean | undefined;
}

/** Finds out what the account decision rests on. */
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

/** Whose the account is by the id it had before. */
async function findFormer(store: Store, { account, former }: Verified): Promise<Former | null> {
  if (!former) return null;
  const { provider } = account;
  const owner = await store.getUserByAccount({ provider, providerAccountId: former.id });
  return owner && { owner, isAccepted: former.isAccepted };
}

/** What a mail has proven is the identifier itself, which an application may write in its own way. */
function addressIn({ user, trust }: Verified): string | null {
  if (!user.email) return null;
  return trust === "email-owner" ? user.email : foldAddress(user.email);
}

/** Whoever is gone from the store is nobody, and was so when the flow began. */
function beganAs({ user, gone }: Here, { beganAs }: Verified): string | null {
  return beganAs === undefined || (gone !== null && beganAs === gone) ? idOf(user) : beganAs;
}

/** Whom else a link in a mail finds signed in does not matter. */
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
