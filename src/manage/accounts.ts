import { removeWay, type Removal } from "../accounts/remove-way.js";
import { passkeyName } from "../accounts/passkey-notes.js";
import { renamePasskey, waysOf, type Ways } from "../accounts/ways.js";
import type { Parts } from "../config/parts.js";
import type { Engine } from "../engine/engine.js";
import { partsOf } from "../engine/parts-of.js";
import { MissingAdapter } from "../errors.js";
import type { AccountPasskey, AccountWay } from "../types/account-page.js";
import type { Store } from "../types/store.js";

/** How a user can sign in. What is null can not be told with this adapter. */
export interface UserWays {
  /** Accounts at providers. */
  readonly accounts: readonly AccountWay[] | null;
  readonly passkeys: readonly AccountPasskey[] | null;
  /** Whether a link can be mailed to the user's address to sign in. */
  readonly mail: boolean;
  /** Whether there is a password; null where there are none. */
  readonly password: boolean | null;
}

/** What is removed: an account at a provider, or a passkey. */
export type WayToRemove = Removal;

/** The ways to sign in of an application's users. */
export interface ManagedAccounts {
  /** How somebody can sign in; null when there is no such user. */
  list(userId: string): Promise<UserWays | null>;
  /**
   * Takes a way to sign in from a user. `last`: it is the only one that is left, and stays. `none`: the user
   * has no such thing. The sessions that it started end, unless they are plain JWT sessions.
   */
  remove(userId: string, what: WayToRemove): Promise<"done" | "last" | "none">;
  /**
   * Gives a passkey a name of at most 60 characters, or with an empty one none. `invalid`: that is no name.
   * `none`: the user has no such passkey, or the adapter keeps no names.
   */
  renamePasskey(userId: string, id: string, name: string): Promise<"done" | "invalid" | "none">;
}

export function manageAccounts({ settings }: Engine): ManagedAccounts {
  const ready = async (): Promise<Parts & { store: Store }> => {
    const parts = await partsOf(settings);
    if (parts.store) return { ...parts, store: parts.store };
    throw new MissingAdapter("Ways to sign in are kept by an adapter, and there is none.");
  };
  return {
    async list(userId) {
      const parts = await ready();
      const user = await parts.store.getUser(userId);
      return user ? told(await waysOf(parts, user)) : null;
    },
    async remove(userId, what) {
      const parts = await ready();
      const { keys, events, timeout, logger, tell } = settings;
      const user = await parts.store.getUser(userId);
      if (!user) return "none";
      return removeWay({ ...parts, keys, events, timeout, logger, tell }, user, what);
    },
    async renamePasskey(userId, id, typed) {
      const name = passkeyName(typed);
      if (name === undefined) return "invalid";
      const parts = await ready();
      const user = await parts.store.getUser(userId);
      const result = user ? await renamePasskey(parts, user, { id, name }) : "none";
      if (result === "done") await settings.tell?.({ type: "passkey.renamed", userId });
      return result;
    },
  };
}

function told({ accounts, passkeys, mail, password }: Ways): UserWays {
  return { accounts, passkeys, mail, password };
}
