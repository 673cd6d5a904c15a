import { randomId } from "../crypto/random.js";
import { AdapterError } from "../errors.js";
import type { Verified } from "../flows/flow.js";
import { isRecord } from "../json.js";
import { whenLate } from "../late-answers.js";
import { asError } from "../thrown.js";
import type { AdapterAccount, AdapterUser, NewUser } from "../types/adapter.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";
import { accountRow, attach, keyOf, link, type LinkContext } from "./link.js";

/** A user and the first account, which came to be together. */
export interface Made {
  readonly user: AdapterUser;
  readonly account: AdapterAccount;
}

/** Makes a user who can sign in again with what was proven; or nothing at all. */
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

/** Without transactions: takes back what was written when what must follow it fails. */
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
    // When no answer came the user may be there all the same, under the id that was asked for.
    const userId = made?.user.id ?? newUser.id;
    await undo(store, userId, made?.account).catch((undoError: unknown) => {
      if (made) reportLeftOver(logger, userId, undoError);
    });
    undoWhenLate({ store, logger }, made, error);
    throw error;
  }
}

async function undo(store: Store, userId: string, account?: AdapterAccount): Promise<void> {
  // Where it can not be unlinked, removing the user has to do.
  if (account) await store.unlinkAccount(keyOf(account)).catch(() => undefined);
  await store.deleteUser(userId);
}

/**
 * A call that was given up may succeed later. A user without an account would keep everybody from the
 * address, and an account of a user who was removed its owner from signing in.
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

/** Unless somebody has proven to own the address in the meantime, and so has made the user theirs. */
async function removeLeftOver(store: Store, userId: string): Promise<void> {
  const user = await store.getUser(userId);
  if (user && !user.emailVerified) await store.deleteUser(userId);
}

/** Unless somebody else has the account by now: who tried again. */
async function unlinkLeftOver(store: Store, account: AdapterAccount): Promise<void> {
  const owner = await store.getUserByAccount(keyOf(account));
  if (!owner || String(owner.id) === String(account.userId)) {
    await store.unlinkAccount(keyOf(account));
  }
}

function reportLeftOver(logger: LoggerInstance, userId: string, undoError: unknown): void {
  const message = `User ${userId} was created without an account and could not be removed again. Remove it by hand.`;
  logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
}
