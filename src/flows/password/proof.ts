import { toHex } from "../../crypto/encoding.js";
import { Verification } from "../../errors.js";
import type { Store } from "../../types/store.js";
import type { FlowContext, Verified } from "../flow.js";
import { ownerOf } from "../mail/owner.js";
import { takeTicket, type TakenTicket, type Ticket } from "../mail/ticket.js";
import type { Desk } from "./desk.js";
import { findByEmail } from "./find.js";
import { changedNotice } from "./notices.js";
import { setPassword, type StoredPassword } from "./table.js";
import type { Kept } from "./sign-up-fields.js";

/**
 * The token of a mail as it is stored: bound to the password of now, so that whatever was sent before the
 * password changed is worth nothing after.
 */
export async function bound(
  context: FlowContext,
  { token, stored }: { readonly token: string; readonly stored: StoredPassword | null },
): Promise<string> {
  const hash = stored?.hash ?? "";
  return `${token}.${toHex(await context.keys.backend.sha(256, hash)).slice(0, 32)}`;
}

/** Takes the ticket of a link, once. Throws when there is none. */
export async function takeProof(
  desk: Desk,
  context: FlowContext,
  { identifier, token }: Ticket,
): Promise<TakenTicket> {
  const { user, stored } = await findByEmail(context, identifier);
  const ticket = { identifier, token: await bound(context, { token, stored }) };
  const taken = await takeTicket(desk.mail, context, ticket);
  if (taken && mayHave(desk, user !== null)) return taken;
  throw new Verification("The link was used before, has expired, or was not made here.");
}

/** Where nobody can make an account, only those who have one may have a password. */
export function mayHave({ provider }: Desk, isKnown: boolean): boolean {
  return isKnown || provider.signUp !== false;
}

/** Whoever reads the mail of an address signs in, with this password from now on. */
export async function ownerWith(
  desk: Desk,
  context: FlowContext,
  { email, hash, user }: Kept & { readonly email: string },
): Promise<Verified> {
  const owner = await ownerOf(desk.mail, context, email);
  return {
    ...owner,
    // Counts for a new user alone.
    user: { ...user, ...owner.user },
    newPassword: { notice: await changedNotice(context) },
    alongside: async (store, userId) => {
      await setPassword(store.records, userId, hash);
      await endSessions(store, userId);
    },
  };
}

/** Whoever knew the password before may be signed in. */
export async function endSessions(store: Store, userId: string): Promise<void> {
  const lacking = await store.missing(["deleteSessionsByUserId"]);
  if (lacking.length === 0) await store.deleteSessionsByUserId(userId);
}
