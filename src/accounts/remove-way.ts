import type { KeyRing } from "../crypto/keys.js";
import { stateKey } from "../state/key.js";
import { withLease } from "../state/lease.js";
import type { State } from "../state/state.js";
import type { AdapterUser } from "../types/adapter.js";
import type { Tell } from "../types/events.js";
import type { Events } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { EndedSessions } from "../types/session-hooks.js";
import { changeCredentials, type ChangeContext } from "./credentials-changed.js";
import { accountUnlinked } from "./announce.js";
import { changePasskeyNote } from "./passkey-notes.js";
import { inTurn } from "./serialise.js";
import { waysOf, type WaysContext } from "./ways.js";

export interface RemoveContext extends WaysContext, ChangeContext {
  readonly keys: KeyRing;
  readonly state: State;
  readonly events: Events;
  readonly tell?: Tell | undefined;
  readonly timeout: number;
  readonly logger: LoggerInstance;
  /** The session that goes on, though what is removed may have started it. */
  readonly except?: EndedSessions["except"];
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
    withLease(context.state.strict, key, () => remove(context, user, removal)),
  );
}

async function remove(
  context: RemoveContext,
  user: AdapterUser,
  removal: Removal,
): Promise<Removed> {
  const { store } = context;
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
    const changed = { userId: String(user.id), startedWith: provider, except: context.except };
    await changeCredentials(context, changed, () => store.unlinkAccount(key));
    if (row && context.flows.get(provider)?.tokens?.revoke) {
      await (await import("../tokens/revoke.js")).revokeOf(context, row);
    }
    const type = row?.type ?? "oauth";
    await accountUnlinked(context, { user, account: { ...key, type, userId: user.id } });
    return "done";
  }
  const passkey = passkeys?.find(({ id }) => id === removal.id);
  if (!passkey) return "none";
  if (!passkey.removable) return "last";
  const { provider } = passkey;
  const row = await store.getAuthenticator(passkey.id);
  const providerAccountId = row?.providerAccountId ?? passkey.id;
  const changed = { userId: String(user.id), startedWith: provider, except: context.except };
  await changeCredentials(context, changed, async () => {
    // First what lets somebody in.
    await store.unlinkAccount({ provider, providerAccountId });
    const canDelete = (await store.missing(["deleteAuthenticator"])).length === 0;
    if (canDelete) await store.deleteAuthenticator(passkey.id);
  });
  await changePasskeyNote(store, { userId: String(user.id), id: passkey.id }, () => undefined);
  const account = { provider, providerAccountId, type: "webauthn", userId: user.id } as const;
  await accountUnlinked(context, { user, account });
  return "done";
}
