import type {
  AccountKey,
  AdapterAccount,
  AdapterAccountType,
  AdapterUser,
} from "../../types/adapter.js";
import type { LoggerInstance } from "../../types/logger.js";
import type { Store } from "../../types/store.js";
import { asError } from "../errors/as-error.js";
import { AdapterError } from "../errors/errors.js";
import type { Verified } from "../flow.js";

export interface LinkContext {
  readonly store: Store;
  readonly logger: LoggerInstance;
}

/** Links an account together with what belongs to it. */
export type Attach = (
  context: LinkContext,
  account: AdapterAccount,
  verified: Verified,
) => Promise<void>;

/** Inside a transaction, which rolls back if anything fails. */
export const attach: Attach = async ({ store }, account, verified) => {
  await store.linkAccount(account);
  await verified.alongside?.(store, account.userId);
};

/** Without transactions. */
export const attachWithUndo: Attach = async ({ store, logger }, account, verified) => {
  await link({ store, logger }, account);
  try {
    await verified.alongside?.(store, account.userId);
  } catch (error) {
    await store.unlinkAccount(keyOf(account)).catch((undoError: unknown) => {
      const message = `An account of user ${String(account.userId)} was only partly linked and couldn't be unlinked.`;
      logger.error("AdapterError", new AdapterError(message, { err: asError(undoError) }));
    });
    throw error;
  }
};

/** Links an account after another one was unlinked, which is restored if that fails. */
export function inPlaceOf(former: AdapterAccount, attach: Attach): Attach {
  return async (context, account, verified) => {
    const { store } = context;
    // First, so that nothing is found under the former id, whatever fails later.
    await store.unlinkAccount(keyOf(former));
    try {
      await attach(context, account, verified);
    } catch (error) {
      // A transaction rolls it back anyway; then this changes nothing.
      await store.linkAccount(former).catch(() => undefined);
      throw error;
    }
  };
}

/** Checks whether the account is the user's after all: the response was lost, or another process was faster. */
export async function link({ store, logger }: LinkContext, account: AdapterAccount): Promise<void> {
  try {
    await store.linkAccount(account);
  } catch (error) {
    const owner = await store.getUserByAccount(keyOf(account)).catch(() => null);
    if (!owner || String(owner.id) !== String(account.userId)) throw error;
    logger.warn("adapter-overcome", error);
  }
}

/** Stores the tokens from this sign-in; earlier ones may have expired. */
export async function renewTokens(store: Store, { account, storedTokens }: Verified) {
  if (!storedTokens || Object.keys(storedTokens).length === 0) return;
  if ((await store.missing(["updateAccount"])).length > 0) return;
  const { provider, providerAccountId } = account;
  await store.updateAccount({ ...storedTokens, provider, providerAccountId });
}

export function accountRow({ account, storedTokens }: Verified, user: AdapterUser): AdapterAccount {
  const { provider, providerAccountId, type } = account;
  return { ...storedTokens, provider, providerAccountId, type: storedType(type), userId: user.id };
}

/** The same account as it was stored under its former id. */
export function formerRow(verified: Verified, user: AdapterUser): AdapterAccount {
  const row = accountRow(verified, user);
  return { ...row, providerAccountId: verified.former?.id ?? row.providerAccountId };
}

/** Some adapters query by every member they're given. */
export function keyOf({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}

function storedType(type: Verified["account"]["type"]): AdapterAccountType {
  if (type !== "credentials") return type;
  throw new TypeError("Accounts of credentials providers aren't stored.");
}
