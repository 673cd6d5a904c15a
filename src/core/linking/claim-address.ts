import type { AccountKey, AdapterAccount, AdapterUser } from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { AdapterMethod, Store } from "../../types/store.js";
import type { Flow } from "../flow.js";
import type { Plugins } from "../plugins/folded.js";
import { recordsIn } from "../plugins/runtime.js";
import type { State } from "../state/state.js";
import { keyOf } from "./link-account.js";

export interface ClaimContext {
  readonly store: Store;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly state: State;
  readonly plugins: Plugins;
}

/** The owner of the address, and the account that proves it. */
export interface Claim {
  readonly user: AdapterUser;
  readonly by: AccountKey;
}

/** What was removed from a user, and the adapter methods that are missing to remove the rest. */
export interface Claimed {
  readonly accounts: readonly AdapterAccount[];
  readonly lacking: readonly AdapterMethod[];
}

/**
 * Someone may have signed up with another person's email address and be waiting for its owner. Removes every
 * sign-in method that isn't proven to be the owner's, and the sessions started with them.
 */
export async function claimAddress(context: ClaimContext, claim: Claim): Promise<Claimed> {
  const { store, flows, state, plugins } = context;
  const id = String(claim.user.id);
  const before = (await findUnprovenData(context, claim)) ?? [];
  for (const flow of flows.values()) await flow.disown?.(store, id);
  // Otherwise, someone else's second factor could keep the owner out.
  const runtime = { store, state, records: recordsIn(store) };
  for (const { call } of plugins.users ?? []) await call.addressProven?.(runtime, id);
  // Without those already taken by the flows: some adapters fail if there's nothing to unlink.
  const left = (await findUnprovenData(context, claim)) ?? [];
  for (const account of left) await store.unlinkAccount(keyOf(account));
  const lacking = await store.missing(needed);
  // No new session can be started that way any more.
  if (!lacking.includes("deleteSessionsByUserId")) await store.deleteSessionsByUserId(id);
  return { accounts: before, lacking };
}

const needed: readonly AdapterMethod[] = [
  "listAccountsByUserId",
  "unlinkAccount",
  "deleteSessionsByUserId",
];

/** The accounts that don't prove the user's address; undefined if unknown. */
export async function findUnprovenData(
  { store, flows }: ClaimContext,
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

export function logClaimed(logger: LoggerInstance, { id }: AdapterUser, taken: Claimed): void {
  const first = `The email address of user ${String(id)} was proven for the first time.`;
  if (taken.accounts.length > 0) {
    const providers = [...new Set(taken.accounts.map(({ provider }) => provider))].join(", ");
    const message = `${first} Accounts linked earlier without that proof were unlinked: ${providers}.`;
    logger.warn("unproven-removed", message);
  }
  if (taken.lacking.length > 0) {
    const message = `${first} Not everything attached to the user earlier can be found and removed, because the adapter has no ${taken.lacking.join(", ")}. Add it: until then, someone who signed up with another person's address stays signed in.`;
    logger.warn("unproven-kept", message);
  }
}
