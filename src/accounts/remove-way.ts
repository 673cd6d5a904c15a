import type { KeyRing } from "../crypto/keys.js";
import { unavailable } from "../http/problem.js";
import { stateKey } from "../state/key.js";
import { takeLease } from "../state/lease.js";
import type { State } from "../state/state.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import { changePasskeyNote } from "./passkey-notes.js";
import { inTurn } from "./serialise.js";
import { waysOf, type WaysContext } from "./ways.js";

export interface RemoveContext extends WaysContext {
  readonly keys: KeyRing;
  readonly state: State;
  readonly events: Events;
  readonly timeout: number;
  readonly logger: LoggerInstance;
}

/** What is to be removed: an account at a provider, or a passkey. */
export type Removal =
  | { readonly kind: "account"; readonly provider: string; readonly account: string }
  | { readonly kind: "passkey"; readonly id: string };

/** `last`: it is the only way to sign in that is left. `none`: the user has no such thing. */
export type Removed = "done" | "last" | "none";

/**
 * Takes a way to sign in from a user, unless it is the last one. One at a time, between all processes: two
 * that are removed at once could each take the other for the one that is left.
 */
export async function removeWay(
  context: RemoveContext,
  user: AdapterUser,
  removal: Removal,
): Promise<Removed> {
  const { keys } = context;
  const id = String(user.id);
  const key = await stateKey(keys, "account", [id]);
  return inTurn(keys, [`ways ${id}`], () =>
    leased(context.state, key, () => remove(context, user, removal)),
  );
}

async function remove(
  context: RemoveContext,
  user: AdapterUser,
  removal: Removal,
): Promise<Removed> {
  const { store, events } = context;
  const { accounts, passkeys } = await waysOf(context, user);
  if (removal.kind === "account") {
    const { provider, account: providerAccountId } = removal;
    const found = accounts?.find(
      (one) => one.provider === provider && one.account === providerAccountId,
    );
    if (!found) return "none";
    if (!found.removable) return "last";
    const key = { provider, providerAccountId };
    const row = await store.getAccount(providerAccountId, provider).catch(() => null);
    await store.unlinkAccount(key);
    if (row && context.flows.get(provider)?.revoke) {
      await (await import("../tokens/revoke.js")).revokeOf(context, row);
    }
    const type = row?.type ?? "oauth";
    await events.unlinkAccount({ user, account: { ...key, type, userId: user.id } });
    return "done";
  }
  const passkey = passkeys?.find(({ id }) => id === removal.id);
  if (!passkey) return "none";
  if (!passkey.removable) return "last";
  const { provider } = passkey;
  const row = await store.getAuthenticator(passkey.id);
  const providerAccountId = row?.providerAccountId ?? passkey.id;
  // First what lets somebody in.
  await store.unlinkAccount({ provider, providerAccountId });
  const canDelete = (await store.missing(["deleteAuthenticator"])).length === 0;
  if (canDelete) await store.deleteAuthenticator(passkey.id);
  await changePasskeyNote(store, { userId: String(user.id), id: passkey.id }, () => undefined);
  const account = { provider, providerAccountId, type: "webauthn", userId: user.id } as const;
  await events.unlinkAccount({ user, account });
  return "done";
}

/** Milliseconds. */
const pause = 50;
const patience = 5_000;

/** Does the work while no other process does the same. */
async function leased<T>(state: State, key: string, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + patience;
  let lease = await takeLease(state.strict, key);
  while (!lease && performance.now() < until) {
    await new Promise((wake) => setTimeout(wake, pause));
    lease = await takeLease(state.strict, key);
  }
  if (!lease) throw unavailable();
  try {
    return await work();
  } finally {
    await lease.release();
  }
}
