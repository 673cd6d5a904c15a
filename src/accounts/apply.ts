import { randomId } from "../crypto/random.js";
import type { Verified } from "../flows/flow.js";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAccountType,
  AdapterUser,
  NewUser,
} from "../types/adapter.js";
import type { Events, SignedIn } from "../types/hooks.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";
import { asError } from "../thrown.js";
import { AdapterError } from "../errors.js";
import type { Plan } from "./resolve.js";

export interface ApplyContext {
  readonly store: Store;
  readonly events: Events;
  readonly logger: LoggerInstance;
  readonly now: number;
  /** Takes away the ways into an account that were made before its e-mail address was proven. */
  readonly disown: (userId: string) => Promise<void>;
}

type StoredPlan = Extract<Plan, { do: "sign-in" | "create" | "link" }>;

/** Carries a plan out, as a whole or not at all, and tells the events once it is done. */
export async function apply(
  context: ApplyContext,
  plan: StoredPlan,
  verified: Verified,
): Promise<SignedIn> {
  switch (plan.do) {
    case "create":
      return createUser(context, verified, plan.emailVerified);
    case "link":
      return linkTo(context, verified, plan.user);
    case "sign-in":
      return signInExisting(context, verified, plan);
  }
}

async function createUser(
  context: ApplyContext,
  verified: Verified,
  emailVerified: boolean,
): Promise<SignedIn> {
  const { store, events, now } = context;
  const newUser: NewUser = {
    ...verified.user,
    id: randomId(),
    emailVerified: emailVerified ? new Date(now) : null,
  };
  const { user, account } = (await store.transactional())
    ? await store.transaction((inner) => createAsOne(inner, verified, newUser))
    : await createWithUndo(context, verified, newUser);
  await events.createUser({ user });
  await events.linkAccount({ user, account, profile: verified.user });
  return signedIn(verified, user, true);
}

interface Made {
  readonly user: AdapterUser;
  readonly account: AdapterAccount;
}

async function createAsOne(store: Store, verified: Verified, newUser: NewUser): Promise<Made> {
  const user = await store.createUser(newUser);
  const account = accountRow(verified, user);
  await store.linkAccount(account);
  await verified.alongside?.(store, account.userId);
  return { user, account };
}

/** Without transactions: takes back what was written when what must follow it fails. */
async function createWithUndo(
  { store, logger }: ApplyContext,
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
    throw error;
  }
}

type LinkContext = Pick<ApplyContext, "store" | "logger">;

/** Where the account is the user's after all, only the answer was lost, or another process was faster. */
async function link({ store, logger }: LinkContext, account: AdapterAccount): Promise<void> {
  try {
    await store.linkAccount(account);
  } catch (error) {
    const owner = await store.getUserByAccount(keyOf(account)).catch(() => null);
    if (!owner || String(owner.id) !== String(account.userId)) throw error;
    logger.debug("adapter_overcome", error);
  }
}

async function undo(store: Store, userId: string, account?: AdapterAccount): Promise<void> {
  // Where it can not be unlinked, removing the user has to do.
  if (account) await store.unlinkAccount(keyOf(account)).catch(() => undefined);
  await store.deleteUser(userId);
}

function reportLeftOver(logger: LoggerInstance, userId: string, undoError: unknown): void {
  const message = `User ${userId} was created without an account and could not be removed again. Remove it by hand.`;
  logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
}

async function linkTo(
  context: ApplyContext,
  verified: Verified,
  user: AdapterUser,
): Promise<SignedIn> {
  const account = accountRow(verified, user);
  const write = async (target: Store) => {
    await target.linkAccount(account);
    await verified.alongside?.(target, account.userId);
  };
  if (await context.store.transactional()) await context.store.transaction(write);
  else await linkWithUndo(context, account, verified);
  await context.events.linkAccount({ user, account, profile: verified.user });
  return signedIn(verified, user, false);
}

async function linkWithUndo(
  { store, logger }: ApplyContext,
  account: AdapterAccount,
  verified: Verified,
): Promise<void> {
  await link({ store, logger }, account);
  try {
    await verified.alongside?.(store, account.userId);
  } catch (error) {
    await store.unlinkAccount(keyOf(account)).catch((undoError: unknown) => {
      const message = `An account of user ${String(account.userId)} was linked by halves and could not be unlinked again.`;
      logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
    });
    throw error;
  }
}

async function signInExisting(
  context: ApplyContext,
  verified: Verified,
  { user, verifyEmail, link }: Extract<Plan, { do: "sign-in" }>,
): Promise<SignedIn> {
  if (link) await linkTo(context, verified, user);
  else await verified.alongside?.(context.store, user.id);
  if (!verifyEmail) return signedIn(verified, user, false);
  await context.disown(String(user.id));
  const updated = await context.store.updateUser({
    id: user.id,
    emailVerified: new Date(context.now),
  });
  await context.events.updateUser({ user: updated });
  return signedIn(verified, updated, false);
}

function signedIn(verified: Verified, user: AdapterUser, isNewUser: boolean): SignedIn {
  const { account, profile } = verified;
  return { user, account: { ...account, userId: user.id }, ...(profile && { profile }), isNewUser };
}

function accountRow({ account, storedTokens }: Verified, user: AdapterUser): AdapterAccount {
  const { provider, providerAccountId, type } = account;
  return { ...storedTokens, provider, providerAccountId, type: storedType(type), userId: user.id };
}

/** Some adapters search by every member that they are given. */
function keyOf({ provider, providerAccountId }: AdapterAccount): AccountKey {
  return { provider, providerAccountId };
}

function storedType(type: Verified["account"]["type"]): AdapterAccountType {
  if (type !== "credentials") return type;
  throw new TypeError("Accounts of credentials providers are not stored.");
}
