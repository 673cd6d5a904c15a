import type { AdapterUser } from "../../types/adapter.js";
import type { ToldEvent } from "../../types/events.js";
import type { Events } from "../../types/hooks.js";
import type { EndedSessions } from "../../types/session-hooks.js";
import type { Store } from "../../types/store.js";
import { whoIs } from "../events/attempt.js";
import type { Flow } from "../flow.js";
import { changeCredentials, type ChangeContext } from "./credentials-changed.js";
import { isUniqueConflict } from "./unique-conflict.js";

export interface ChangeAddressContext extends ChangeContext {
  readonly store: Store;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly events: Events;
  /** The session that stays. */
  readonly except?: EndedSessions["except"];
}

export interface AddressChange {
  readonly email: string;
  /** When the address was proven to be the user's; null if it wasn't. */
  readonly emailVerified: Date | null;
  /** The event to emit. */
  readonly event: ToldEvent["type"];
  /** Runs when nothing else stands in the way. False leaves everything as it is. */
  readonly claim?: () => Promise<boolean>;
}

/** The changed user. `taken`: another user has the address. `unclaimed`: `claim` returned false. */
export type AddressChanged = AdapterUser | "taken" | "unclaimed";

/**
 * Changes a user's email address. Their other sessions end, and links sent to the old address no
 * longer sign in as them. The store decides races for an address.
 */
export async function changeAddress(
  context: ChangeAddressContext,
  user: AdapterUser,
  { email, emailVerified, event, claim }: AddressChange,
): Promise<AddressChanged> {
  const { store, events, tell, except } = context;
  const userId = String(user.id);
  if (await isTaken(store, userId, email)) return "taken";
  const changed = await changeCredentials(context, { userId, except }, async () => {
    if (claim && !(await claim())) return "unclaimed";
    try {
      // First: the next mail that signs the user in makes such a row again.
      await unlinkMail(context, user);
      return await store.updateUser({ id: user.id, email, emailVerified });
    } catch (error) {
      if (isUniqueConflict(error) || (await isTaken(store, userId, email))) return "taken";
      throw error;
    }
  });
  if (typeof changed === "string") return changed;
  await tell?.({ type: event, ...whoIs(changed) });
  await events.updateUser({ user: changed });
  return changed;
}

async function isTaken(store: Store, userId: string, email: string): Promise<boolean> {
  const owner = await store.getUserByEmail(email);
  return owner !== null && String(owner.id) !== userId;
}

/** Rows that link the old address's mailbox to the user. */
async function unlinkMail(
  { store, flows }: Pick<ChangeAddressContext, "store" | "flows">,
  { id, email }: AdapterUser,
): Promise<void> {
  if (!email || (await store.missing(["unlinkAccount", "getUserByAccount"])).length > 0) return;
  for (const { id: provider, mail } of flows.values()) {
    const key = { provider, providerAccountId: email };
    const owner = mail ? await store.getUserByAccount(key) : null;
    if (owner && String(owner.id) === String(id)) await store.unlinkAccount(key);
  }
}
