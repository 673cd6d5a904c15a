import type { Engine } from "../core/engine/engine.js";
import { partsOf } from "../core/engine/parts-of.js";
import { MissingAdapter } from "../core/errors/errors.js";
import { changeAddress } from "../core/linking/change-address.js";
import { changeProfile, readProfile, type Profile } from "../core/linking/change-profile.js";
import { exportUser } from "../core/linking/export-user.js";
import { removeMethod, type Removal } from "../core/linking/remove-method.js";
import { renamePasskey, signInMethodsOf } from "../core/linking/sign-in-methods.js";
import { passkeyName } from "../core/passkeys/notes.js";
import { readAddress, withoutBlanks } from "../core/values/address.js";
import type { AccountPasskey, AccountWay } from "../types/account-page.js";
import type { UserExport } from "../types/user-export.js";

/** How a user can sign in. Null members are unknown with this adapter. */
export interface UserSignInMethods {
  /** Accounts at providers. */
  readonly accounts: readonly AccountWay[] | null;
  readonly passkeys: readonly AccountPasskey[] | null;
  /** Whether the user can get a magic link at their address. */
  readonly mail: boolean;
  /** Whether there is a password; null if passwords aren't configured. */
  readonly password: boolean | null;
}

/** What is removed: an account at a provider, or a passkey. */
export type MethodToRemove = Removal;

/** Manages how your users sign in. */
export interface ManagedAccounts {
  /** Returns a user's sign-in methods; null if there is no such user. */
  list(userId: string): Promise<UserSignInMethods | null>;
  /**
   * Removes a sign-in method, and ends the sessions that it started, unless they are plain JWT
   * sessions. `last`: it is the only one left, and stays. `none`: the user doesn't have it.
   */
  remove(userId: string, what: MethodToRemove): Promise<"done" | "last" | "none">;
  /**
   * Renames a passkey, to at most 60 characters; an empty name removes it. `invalid`: the name
   * isn't allowed. `none`: the user has no such passkey, or the adapter stores no names.
   */
  renamePasskey(userId: string, id: string, name: string): Promise<"done" | "invalid" | "none">;
  /**
   * Changes a user's email address without confirmation, and ends their sessions. `invalid`: it
   * isn't an address. `taken`: another user has it. `none`: there is no such user. To let users do
   * it, see `latchkey/plugins/change-email`.
   */
  changeEmail(userId: string, email: string, options?: ChangeEmailSettings): Promise<EmailChanged>;
  /**
   * Changes a user's name or picture; null removes it. `invalid`: a name has at most 200
   * characters, and a picture is an https URL. `none`: there is no such user.
   */
  changeProfile(userId: string, profile: Profile): Promise<"done" | "invalid" | "none">;
  /** Everything that is stored about a user, without secrets; null if there is no such user. */
  export(userId: string): Promise<UserExport | null>;
}

/** The result of changing an email address. */
export type EmailChanged = "done" | "invalid" | "taken" | "none";

export interface ChangeEmailSettings {
  /** You have verified that the address is the user's. @default false */
  readonly verified?: boolean;
}

export function manageAccounts({ settings }: Engine): ManagedAccounts {
  /** The user, with what the functions below need. */
  const find = async (userId: string) => {
    const { store, ...parts } = await partsOf(settings);
    if (!store) throw new MissingAdapter("Sign-in methods need an adapter. Set `adapter`.");
    return { context: { ...settings, ...parts, store }, user: await store.getUser(userId) };
  };
  return {
    async list(userId) {
      const { context, user } = await find(userId);
      if (!user) return null;
      const { accounts, passkeys, mail, password } = await signInMethodsOf(context, user);
      return { accounts, passkeys, mail, password };
    },
    async remove(userId, what) {
      const { context, user } = await find(userId);
      return user ? removeMethod(context, user, what) : "none";
    },
    async renamePasskey(userId, id, typed) {
      const name = passkeyName(typed);
      if (name === undefined) return "invalid";
      const { context, user } = await find(userId);
      const result = user ? await renamePasskey(context, user, { id, name }) : "none";
      if (result === "done") await settings.tell?.({ type: "passkey.renamed", userId });
      return result;
    },
    async changeEmail(userId, typed, { verified = false } = {}) {
      const email = readAddress(withoutBlanks(typed), { internationalDomains: true });
      if (email === undefined) return "invalid";
      const { context, user } = await find(userId);
      if (!user) return "none";
      const emailVerified = verified ? new Date() : null;
      const change = { email, emailVerified, event: "user.updated" };
      return (await changeAddress(context, user, change)) === "taken" ? "taken" : "done";
    },
    async changeProfile(userId, { name, image }) {
      const typed = { name: name === null ? "" : name, image: image === null ? "" : image };
      const profile = readProfile(typed);
      if (!profile) return "invalid";
      const { context, user } = await find(userId);
      if (!user) return "none";
      await changeProfile(context, user, profile);
      return "done";
    },
    async export(userId) {
      const { context, user } = await find(userId);
      const stored = user && (await exportUser(context, user, Date.now()));
      if (stored) await settings.tell?.({ type: "user.exported", userId });
      return stored;
    },
  };
}
