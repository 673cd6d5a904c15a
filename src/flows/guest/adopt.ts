import { asError } from "../../core/errors/as-error.js";
import { AdapterError } from "../../core/errors/errors.js";
import type { Verified } from "../../core/flow.js";
import type { Made } from "../../core/linking/create-user.js";
import {
  accountRow,
  attach,
  attachWithUndo,
  type LinkContext,
} from "../../core/linking/link-account.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import type { Claimed } from "./claim.js";
import { guests } from "./table.js";

interface Adoption {
  readonly guest: AdapterUser;
  /** When the user's address was proven. */
  readonly proven: Date | null;
  readonly claim: Claimed;
}

/** Turns a guest into a user with an account, under the same id: both or neither. */
export async function adoptGuest(
  context: LinkContext,
  verified: Verified,
  adoption: Adoption,
): Promise<Made> {
  const { store } = context;
  try {
    return (await store.transactional())
      ? await store.transaction((inner) => asOne({ ...context, store: inner }, verified, adoption))
      : await withUndo(context, verified, adoption);
  } catch (error) {
    await adoption.claim.release().catch(() => undefined);
    throw error;
  }
}

async function asOne(
  context: LinkContext,
  verified: Verified,
  { claim, ...adoption }: Adoption,
): Promise<Made> {
  const user = await becomeUser(context.store, verified, adoption);
  const account = accountRow(verified, user);
  await attach(context, account, verified);
  await context.store.records.remove(guests, claim.row.userId);
  return { user, account };
}

/** Without transactions: the guest is restored if linking fails. */
async function withUndo(
  context: LinkContext,
  verified: Verified,
  { claim, ...adoption }: Adoption,
): Promise<Made> {
  const { store, logger } = context;
  const { guest } = adoption;
  const report = (message: string) => (error: unknown) => {
    logger.error("AdapterError", new AdapterError(message, { err: asError(error) }));
  };
  try {
    const user = await becomeUser(store, verified, adoption);
    const account = accountRow(verified, user);
    await attachWithUndo(context, account, verified);
    // The user can sign in now, and a claimed guest can't do anything.
    await store.records
      .remove(guests, claim.row.userId)
      .catch(report(`User ${String(user.id)} is still marked as a guest.`));
    return { user, account };
  } catch (error) {
    const message = `Guest ${String(guest.id)} couldn't be restored after a failed sign-up.`;
    await store.updateUser({ ...guest }).catch(report(message));
    throw error;
  }
}

function becomeUser(
  store: Store,
  { user }: Verified,
  { guest, proven }: Omit<Adoption, "claim">,
): Promise<AdapterUser> {
  const { email, ...said } = user;
  const known = email ? { ...said, email } : said;
  return store.updateUser({ ...known, id: guest.id, emailVerified: proven });
}
