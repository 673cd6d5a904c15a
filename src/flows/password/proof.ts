import { toHex } from "../../core/crypto/encoding.js";
import { randomId } from "../../core/crypto/random.js";
import { Verification } from "../../core/errors/errors.js";
import type { FlowContext, Verified } from "../../core/flow.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { ownerOf } from "../mail/owner.js";
import { storeOf } from "../mail/setup.js";
import { takeToken, type TakenToken, type EmailToken } from "../mail/verification-token.js";
import { changedNotice } from "./notices.js";
import type { PasswordSetup } from "./setup.js";
import type { KeptFields } from "./sign-up-fields.js";
import { readPassword, setPassword, type StoredPassword } from "./table.js";

export interface FoundUser {
  readonly user: AdapterUser | null;
  readonly stored: StoredPassword | null;
}

/** The user with an address, and their password hash. Makes as many queries if there's no such user. */
export async function findByEmail(context: FlowContext, email: string): Promise<FoundUser> {
  const store = storeOf(context);
  const user = await store.getUserByEmail(email);
  const stored = await readPassword(store.records, user ? String(user.id) : randomId());
  return { user, stored: user && stored };
}

/**
 * The token of a mail as stored: bound to the current password, so a mail sent before a password change is
 * invalid afterwards.
 */
export async function bound(
  context: FlowContext,
  { token, stored }: { readonly token: string; readonly stored: StoredPassword | null },
): Promise<string> {
  const hash = stored?.hash ?? "";
  return `${token}.${toHex(await context.keys.backend.sha(256, hash)).slice(0, 32)}`;
}

/** Redeems the token of a link, once. Throws if there's none. */
export async function takeProof(
  setup: PasswordSetup,
  context: FlowContext,
  { identifier, token }: EmailToken,
): Promise<TakenToken> {
  const { user, stored } = await findByEmail(context, identifier);
  const emailToken = { identifier, token: await bound(context, { token, stored }) };
  const taken = await takeToken(setup.mail, context, emailToken);
  if (taken && mayHave(setup, user !== null)) return taken;
  throw new Verification("The link was used already, has expired, or wasn't created by this site.");
}

/** If sign-up is off, only existing users can have a password. */
export function mayHave({ provider }: PasswordSetup, isKnown: boolean): boolean {
  return isKnown || provider.signUp !== false;
}

/** Reading the address's mail signs the user in, with this password from now on. */
export async function ownerWith(
  setup: PasswordSetup,
  context: FlowContext,
  { email, hash, user }: KeptFields & { readonly email: string },
): Promise<Verified> {
  const owner = await ownerOf(setup.mail, context, email);
  return {
    ...owner,
    // Only for a new user.
    user: { ...user, ...owner.user },
    newPassword: { notice: await changedNotice(context) },
    alongside: async (store, userId) => {
      await setPassword(store.records, userId, hash);
      await endSessions(store, userId);
    },
  };
}

/** Anyone who knew the old password may be signed in. */
export async function endSessions(store: Store, userId: string): Promise<void> {
  const lacking = await store.missing(["deleteSessionsByUserId"]);
  if (lacking.length === 0) await store.deleteSessionsByUserId(userId);
}
