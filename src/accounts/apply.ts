import type { Plugins } from "../core/plugins/folded.js";
import type { Flow, Verified } from "../flows/flow.js";
import type { State } from "../state/state.js";
import type { AccountKey, AdapterUser } from "../types/adapter.js";
import type { Tell } from "../types/events.js";
import type { Events, SignedIn } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";
import { accountLinked, accountUnlinked, userCreated, userUpdated } from "./announce.js";
import { createUser } from "./create.js";
import {
  accountRow,
  attach,
  attachWithUndo,
  formerRow,
  inPlaceOf,
  keyOf,
  renewTokens,
  type Attach,
} from "./link.js";
import type { AddressProof } from "./proof.js";
import type { Plan } from "./resolve.js";
import { findUnproven, reportTaken, takeUnproven, type Taken } from "./take.js";

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

/** Carries a plan out, as a whole or not at all, and tells the events once it is done. */
export async function apply(
  context: ApplyContext,
  plan: StoredPlan,
  verified: Verified,
): Promise<SignedIn> {
  if (plan.do === "create") return create(context, verified, plan.emailVerified);
  if (plan.do === "link") return signIn(context, verified, { ...plan, link: true });
  return signIn(context, verified, plan);
}

async function create(
  context: ApplyContext,
  verified: Verified,
  isProven: boolean,
): Promise<SignedIn> {
  const proven = isProven ? new Date(context.now) : null;
  const { user, account } = await createUser(context, verified, proven);
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
  reportTaken(context.logger, entry.user, taken);
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
  readonly taken: Taken;
}

async function write(context: ApplyContext, verified: Verified, entry: Entry): Promise<Written> {
  const { store } = context;
  const isPlain = !entry.link && entry.proof === "unchanged";
  if (isPlain || !(await store.transactional())) {
    return steps(context, verified, { ...entry, attach: attachWithUndo });
  }
  // One write is kept or not by itself.
  const isOne = entry.proof === "unchanged" && !entry.replace && !verified.alongside;
  if (isOne) return steps(context, verified, { ...entry, attach });
  return store.transaction((inner) =>
    steps({ ...context, store: inner }, verified, { ...entry, attach }),
  );
}

/**
 * What is unproven goes first and the proof is written last, so that a fault in between, without
 * transactions, leaves a user whose address is to be proven as before.
 */
async function steps(
  context: ApplyContext,
  verified: Verified,
  { user, proof, link: isLinked, replace, attach }: Entry & { attach: Attach },
): Promise<Written> {
  const { store } = context;
  const by = keyOf(verified.account);
  const taken = proof === "taken" ? await takeUnproven(context, { user, by }) : nothingTaken;
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

const nothingTaken: Taken = { accounts: [], lacking: [] };

async function isProof(
  context: ApplyContext,
  { user, proof, by }: { user: AdapterUser; proof: AddressProof; by: AccountKey },
): Promise<boolean> {
  if (proof === "unchanged") return false;
  if ((await context.store.missing(["updateUser"])).length > 0) return false;
  if (proof !== "clean") return true;
  return (await findUnproven(context, { user, by }))?.length === 0;
}

function markProven({ store, now }: ApplyContext, { id }: AdapterUser): Promise<AdapterUser> {
  return store.updateUser({ id, emailVerified: new Date(now) });
}

function signedIn(verified: Verified, user: AdapterUser, isNewUser: boolean): SignedIn {
  const { account, profile } = verified;
  return { user, account: { ...account, userId: user.id }, ...(profile && { profile }), isNewUser };
}
