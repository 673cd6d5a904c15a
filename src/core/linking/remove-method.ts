import type { AdapterUser } from "../../types/adapter.js";
import type { Tell } from "../../types/events.js";
import type { Events } from "../../types/hooks.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { EndedSessions } from "../../types/session-hooks.js";
import type { KeyRing } from "../crypto/keys.js";
import { accountUnlinked } from "../events/account-events.js";
import { changePasskeyNote } from "../passkeys/notes.js";
import { stateKey } from "../state/key.js";
import { withLease } from "../state/lease.js";
import type { State } from "../state/state.js";
import { changeCredentials, type ChangeContext } from "./credentials-changed.js";
import { withLocks } from "./lock.js";
import { signInMethodsOf, type MethodsContext } from "./sign-in-methods.js";

export interface RemoveContext extends MethodsContext, ChangeContext {
  readonly keys: KeyRing;
  readonly state: State;
  readonly events: Events;
  readonly tell?: Tell | undefined;
  readonly timeout: number;
  readonly logger: LoggerInstance;
  /** The session to keep, even if the removed method started it. */
  readonly except?: EndedSessions["except"];
}

/** What to remove: an account at a provider, or a passkey. */
export type Removal =
  | { readonly kind: "account"; readonly provider: string; readonly account: string }
  | { readonly kind: "passkey"; readonly id: string };

/** `last`: it's the only sign-in method left. `none`: the user doesn't have it. */
export type Removed = "done" | "last" | "none";

/**
 * Removes a sign-in method of a user, unless it's the last one. Runs one at a time across all processes: two
 * removals at once could each count on the other's method.
 */
export async function removeMethod(
  context: RemoveContext,
  user: AdapterUser,
  removal: Removal,
): Promise<Removed> {
  const { keys } = context;
  const id = String(user.id);
  const key = await stateKey(keys, "account", [id]);
  return withLocks(keys, [`ways ${id}`], () =>
    withLease(context.state.strict, key, () => remove(context, user, removal)),
  );
}

async function remove(
  context: RemoveContext,
  user: AdapterUser,
  removal: Removal,
): Promise<Removed> {
  const { store } = context;
  const { accounts, passkeys } = await signInMethodsOf(context, user);
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
    // Whatever allows signing in goes first.
    await store.unlinkAccount({ provider, providerAccountId });
    const canDelete = (await store.missing(["deleteAuthenticator"])).length === 0;
    if (canDelete) await store.deleteAuthenticator(passkey.id);
  });
  await changePasskeyNote(store, { userId: String(user.id), id: passkey.id }, () => undefined);
  const account = { provider, providerAccountId, type: "webauthn", userId: user.id } as const;
  await accountUnlinked(context, { user, account });
  return "done";
}
