import { randomId } from "../crypto/random.js";
import type { Verified } from "../flows/flow.js";
import type { AdapterAccount, AdapterAccountType, AdapterUser } from "../types/adapter.js";
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
  { store, events, logger, now }: ApplyContext,
  verified: Verified,
  emailVerified: boolean,
): Promise<SignedIn> {
  const write = async (target: Store) => {
    const user = await target.createUser({
      ...verified.user,
      id: randomId(),
      emailVerified: emailVerified ? new Date(now) : null,
    });
    return { user, account: accountRow(verified, user) };
  };
  const rest = async (target: Store, account: AdapterAccount) => {
    await target.linkAccount(account);
    await verified.alongside?.(target, account.userId);
  };
  const { user, account } = (await store.transactional())
    ? await store.transaction(async (inner) => {
        const made = await write(inner);
        await rest(inner, made.account);
        return made;
      })
    : await withUndo({ store, logger }, await write(store), rest);
  await events.createUser({ user });
  await events.linkAccount({ user, account, profile: verified.user });
  return signedIn(verified, user, true);
}

interface Made {
  readonly user: AdapterUser;
  readonly account: AdapterAccount;
}

/** Without transactions: takes back what was written when what must follow it fails. */
async function withUndo(
  { store, logger }: Pick<ApplyContext, "store" | "logger">,
  made: Made,
  rest: (store: Store, account: AdapterAccount) => Promise<void>,
): Promise<Made> {
  try {
    await rest(store, made.account);
    return made;
  } catch (error) {
    await undo(store, made).catch((undoError: unknown) => {
      const message = `User ${String(made.user.id)} was created without an account and could not be removed again. Remove it by hand.`;
      logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
    });
    throw error;
  }
}

async function undo(store: Store, { user, account }: Made): Promise<void> {
  const missing = await store.missing(["unlinkAccount"]);
  if (missing.length === 0) await store.unlinkAccount(account).catch(() => undefined);
  await store.deleteUser(user.id);
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
  else await linkWithUndo(context.store, account, verified);
  await context.events.linkAccount({ user, account, profile: verified.user });
  return signedIn(verified, user, false);
}

async function linkWithUndo(
  store: Store,
  account: AdapterAccount,
  verified: Verified,
): Promise<void> {
  await store.linkAccount(account);
  try {
    await verified.alongside?.(store, account.userId);
  } catch (error) {
    await store.unlinkAccount(account);
    throw error;
  }
}

async function signInExisting(
  context: ApplyContext,
  verified: Verified,
  { user, verifyEmail, link }: Extract<Plan, { do: "sign-in" }>,
): Promise<SignedIn> {
  if (link) await linkTo(context, verified, user);
  if (!verifyEmail) return signedIn(verified, user, false);
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

function storedType(type: Verified["account"]["type"]): AdapterAccountType {
  if (type !== "credentials") return type;
  throw new TypeError("Accounts of credentials providers are not stored.");
}
