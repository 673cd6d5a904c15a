import type { AccountKey, AdapterUser } from "../../types/adapter.js";
import type { Tell } from "../../types/events.js";
import type { Events, SignedIn } from "../../types/hooks.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import {
  accountLinked,
  accountUnlinked,
  userCreated,
  userUpdated,
} from "../events/account-events.js";
import type { Flow, Verified } from "../flow.js";
import type { Plugins } from "../plugins/folded.js";
import type { State } from "../state/state.js";
import type { AddressProof } from "./address-proof.js";
import { findUnprovenData, logClaimed, claimAddress, type Claimed } from "./claim-address.js";
import { createUser } from "./create-user.js";
import type { Plan } from "./decide.js";
import {
  accountRow,
  attach,
  attachWithUndo,
  formerRow,
  inPlaceOf,
  keyOf,
  renewTokens,
  type Attach,
} from "./link-account.js";

export interface ApplyContext {
  readonly store: Store;
  readonly events: Events;
  readonly tell?: Tell | undefined;
  readonly logger: LoggerInstance;
  readonly now: number;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly state: State;
  readonly plugins: Plugins;
}

type StoredPlan = Extract<Plan, { do: "sign-in" | "create" | "link" }>;

/** Carries out a plan atomically, and then emits the events. */
export async function apply(
  context: ApplyContext,
  plan: StoredPlan,
  verified: Verified,
): Promise<SignedIn> {
  if (plan.do === "create") return create(context, verified, plan);
  if (plan.do === "link") return signIn(context, verified, { ...plan, link: true });
  return signIn(context, verified, plan);
}

async function create(
  context: ApplyContext,
  verified: Verified,
  { emailVerified, provisional }: Extract<StoredPlan, { do: "create" }>,
): Promise<SignedIn> {
  const proven = emailVerified ? new Date(context.now) : null;
  // Null if another request has done something with that user in the meantime.
  const adopted = await provisional?.adopt(context, verified, proven);
  const { user, account } = adopted ?? (await createUser(context, verified, proven));
  await userCreated(context, { user }, account.provider);
  await accountLinked(context, { user, account, profile: verified.user });
  return signedIn(verified, user, true);
}

interface Entry {
  readonly user: AdapterUser;
  readonly proof: AddressProof;
  readonly link: boolean;
  readonly replace?: true;
}

async function signIn(context: ApplyContext, verified: Verified, entry: Entry): Promise<SignedIn> {
  const { user, taken } = await write(context, verified, entry);
  logClaimed(context.logger, entry.user, taken);
  const replaced = entry.replace ? [formerRow(verified, user)] : [];
  for (const { provider, providerAccountId, type, userId } of [...taken.accounts, ...replaced]) {
    await accountUnlinked(context, {
      user,
      account: { provider, providerAccountId, type, userId },
    });
  }
  if (entry.link) {
    const account = accountRow(verified, user);
    await accountLinked(context, { user: entry.user, account, profile: verified.user });
  }
  if (user !== entry.user) await userUpdated(context, { user }, verified.account.provider);
  return signedIn(verified, user, false);
}

interface Written {
  readonly user: AdapterUser;
  readonly taken: Claimed;
}

async function write(context: ApplyContext, verified: Verified, entry: Entry): Promise<Written> {
  const { store } = context;
  const isPlain = !entry.link && entry.proof === "unchanged";
  if (isPlain || !(await store.transactional())) {
    return steps(context, verified, { ...entry, attach: attachWithUndo });
  }
  // A single write needs no transaction.
  const isOne = entry.proof === "unchanged" && !entry.replace && !verified.alongside;
  if (isOne) return steps(context, verified, { ...entry, attach });
  return store.transaction((inner) =>
    steps({ ...context, store: inner }, verified, { ...entry, attach }),
  );
}

/**
 * Removes what is unproven first and stores the proof last. If it fails in between without transactions, the
 * user's address is still unproven, as before.
 */
async function steps(
  context: ApplyContext,
  verified: Verified,
  { user, proof, link: isLinked, replace, attach }: Entry & { attach: Attach },
): Promise<Written> {
  const { store } = context;
  const by = keyOf(verified.account);
  const taken = proof === "taken" ? await claimAddress(context, { user, by }) : nothingTaken;
  if (isLinked) {
    const link = replace ? inPlaceOf(formerRow(verified, user), attach) : attach;
    await link(context, accountRow(verified, user), verified);
  } else {
    await renewTokens(store, verified);
    await verified.alongside?.(store, user.id);
  }
  const counts = await isProof(context, { user, proof, by });
  return { taken, user: counts ? await markProven(context, user) : user };
}

const nothingTaken: Claimed = { accounts: [], lacking: [] };

async function isProof(
  context: ApplyContext,
  { user, proof, by }: { user: AdapterUser; proof: AddressProof; by: AccountKey },
): Promise<boolean> {
  if (proof === "unchanged") return false;
  if ((await context.store.missing(["updateUser"])).length > 0) return false;
  if (proof !== "clean") return true;
  return (await findUnprovenData(context, { user, by }))?.length === 0;
}

function markProven({ store, now }: ApplyContext, { id }: AdapterUser): Promise<AdapterUser> {
  return store.updateUser({ id, emailVerified: new Date(now) });
}

function signedIn(verified: Verified, user: AdapterUser, isNewUser: boolean): SignedIn {
  const { account, profile } = verified;
  return { user, account: { ...account, userId: user.id }, ...(profile && { profile }), isNewUser };
}
