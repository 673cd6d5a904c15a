import type { AdapterAccount, AdapterUser, NewUser } from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import { whenLate } from "../async/late-answers.js";
import { randomId } from "../crypto/random.js";
import { asError } from "../errors/as-error.js";
import { AdapterError } from "../errors/errors.js";
import type { Verified } from "../flow.js";
import { isRecord } from "../values/json.js";
import { accountRow, attach, keyOf, link, type LinkContext } from "./link-account.js";

/** A user and their first account, created together. */
export interface Made {
  readonly user: AdapterUser;
  readonly account: AdapterAccount;
}

/** Creates a user together with the account they can sign in with again, or neither. */
export async function createUser(
  context: LinkContext,
  verified: Verified,
  emailVerified: Date | null,
): Promise<Made> {
  const newUser: NewUser = { ...verified.user, id: randomId(), emailVerified };
  return (await context.store.transactional())
    ? context.store.transaction((store) => createAsOne({ ...context, store }, verified, newUser))
    : createWithUndo(context, verified, newUser);
}

async function createAsOne(
  context: LinkContext,
  verified: Verified,
  newUser: NewUser,
): Promise<Made> {
  const user = await context.store.createUser(newUser);
  const account = accountRow(verified, user);
  await attach(context, account, verified);
  return { user, account };
}

/** Without transactions: undoes the write if the next one fails. */
async function createWithUndo(
  { store, logger }: LinkContext,
  verified: Verified,
  newUser: NewUser,
): Promise<Made> {
  let made: Made | undefined;
  try {
    const user = await store.createUser(newUser);
    made = { user, account: accountRow(verified, user) };
    await link({ store, logger }, made.account);
    await verified.alongside?.(store, made.account.userId);
    return made;
  } catch (error) {
    // If the call timed out, the user may exist anyway, under the id that was passed.
    const userId = made?.user.id ?? newUser.id;
    await undo(store, userId, made?.account).catch((undoError: unknown) => {
      if (made) reportLeftOver(logger, userId, undoError);
    });
    undoWhenLate({ store, logger }, made, error);
    throw error;
  }
}

async function undo(store: Store, userId: string, account?: AdapterAccount): Promise<void> {
  // If it can't be unlinked, deleting the user has to do.
  if (account) await store.unlinkAccount(keyOf(account)).catch(() => undefined);
  await store.deleteUser(userId);
}

/**
 * A call that timed out may succeed later. A user without an account would block the address for everyone,
 * and an account of a deleted user would block its owner.
 */
function undoWhenLate({ store, logger }: LinkContext, made: Made | undefined, error: unknown) {
  whenLate(error, async (answer) => {
    try {
      if (made) await unlinkLeftOver(store, made.account);
      else if (isRecord(answer)) await removeLeftOver(store, String(answer["id"]));
    } catch (undoError) {
      reportLeftOver(logger, String(made?.user.id), undoError);
    }
  });
}

/** Unless someone has proven to own the address in the meantime, and has made the user theirs. */
async function removeLeftOver(store: Store, userId: string): Promise<void> {
  const user = await store.getUser(userId);
  if (user && !user.emailVerified) await store.deleteUser(userId);
}

/** Unless the account belongs to someone else by now, such as the same person on a second try. */
async function unlinkLeftOver(store: Store, account: AdapterAccount): Promise<void> {
  const owner = await store.getUserByAccount(keyOf(account));
  if (!owner || String(owner.id) === String(account.userId)) {
    await store.unlinkAccount(keyOf(account));
  }
}

function reportLeftOver(logger: LoggerInstance, userId: string, undoError: unknown): void {
  const message = `User ${userId} was created without an account and couldn't be removed. Delete it by hand.`;
  logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
}
