import type { Plugins } from "../core/plugins/folded.js";
import { recordsIn } from "../core/plugins/runtime.js";
import type { Flow } from "../flows/flow.js";
import type { State } from "../state/state.js";
import type { AccountKey, AdapterAccount, AdapterUser } from "../types/adapter.js";
import type { LoggerInstance } from "../types/logger.js";
import type { AdapterMethod, Store } from "../types/store.js";
import { keyOf } from "./link.js";

export interface TakeContext {
  readonly store: Store;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly state: State;
  readonly plugins: Plugins;
}

/** Whose address it is, and the account that proves it. */
export interface Claim {
  readonly user: AdapterUser;
  readonly by: AccountKey;
}

/** What was taken from a user, and what the adapter lacks to take the rest. */
export interface Taken {
  readonly accounts: readonly AdapterAccount[];
  readonly lacking: readonly AdapterMethod[];
}

/**
 * Somebody may have signed up with an e-mail address that is not theirs and wait for its owner. Takes away
 * the ways into the user that nobody has proven to be the owner's, and the sessions that began with them.
 */
export async function takeUnproven(context: TakeContext, claim: Claim): Promise<Taken> {
  const { store, flows, state, plugins } = context;
  const id = String(claim.user.id);
  const before = (await findUnproven(context, claim)) ?? [];
  for (const flow of flows.values()) await flow.disown?.(store, id);
  // Whoever set it up would keep the owner out.
  const runtime = { store, state, records: recordsIn(store) };
  for (const { call } of plugins.users ?? []) await call.addressProven?.(runtime, id);
  // Without those that the flows took: some adapters fail when there is nothing to unlink.
  const left = (await findUnproven(context, claim)) ?? [];
  for (const account of left) await store.unlinkAccount(keyOf(account));
  const lacking = await store.missing(needed);
  // Now that nobody can start another one that way.
  if (!lacking.includes("deleteSessionsByUserId")) await store.deleteSessionsByUserId(id);
  return { accounts: before, lacking };
}

const needed: readonly AdapterMethod[] = [
  "listAccountsByUserId",
  "unlinkAccount",
  "deleteSessionsByUserId",
];

/** The accounts that do not vouch for the user's address; undefined when it can not be told. */
export async function findUnproven(
  { store, flows }: TakeContext,
  { user, by }: Claim,
): Promise<AdapterAccount[] | undefined> {
  const lacking = await store.missing(["listAccountsByUserId", "unlinkAccount"]);
  if (lacking.length > 0) return undefined;
  const accounts = await store.listAccountsByUserId(String(user.id));
  return accounts.filter((account) => {
    if (isSameAccount(account, by)) return false;
    return !flows.get(account.provider)?.vouchesFor?.(account, user.email);
  });
}

function isSameAccount(a: AccountKey, b: AccountKey): boolean {
  return a.provider === b.provider && a.providerAccountId === b.providerAccountId;
}

export function reportTaken(logger: LoggerInstance, { id }: AdapterUser, taken: Taken): void {
  const first = `Somebody proved for the first time to own the e-mail address of user ${String(id)}.`;
  if (taken.accounts.length > 0) {
    const providers = [...new Set(taken.accounts.map(({ provider }) => provider))].join(", ");
    const message = `${first} Accounts that were linked before without such a proof were unlinked: ${providers}.`;
    logger.warn("unproven-removed", message);
  }
  if (taken.lacking.length > 0) {
    const message = `${first} What was attached before can not all be found and removed: the adapter has no ${taken.lacking.join(", ")}. Add it, so that nobody who signed up with an address of somebody else stays signed in.`;
    logger.warn("unproven-kept", message);
  }
}
