import { AdapterError } from "../../core/errors/errors.js";
import type { App } from "../../core/plugin.js";
import type { AccountKey, AdapterAccount } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";

const purpose = "account";
/** Seconds: a century, since stored tokens don't expire by themselves. */
const lasts = 100 * 365 * 24 * 60 * 60;
/** The prefix of a sealed token. Tokens of providers can't contain a colon. */
const mark = "lk1:";
const sealed = ["access_token", "refresh_token", "id_token"] as const;
type Sealed = (typeof sealed)[number];

type Sealing = Pick<App, "seal" | "open" | "logger">;

/**
 * Wraps a store so that the tokens of accounts are encrypted. Each is bound to its row and column,
 * so it can't be moved to another. Tokens that aren't encrypted yet are read as they are.
 */
export function sealedStore(store: Store, app: Sealing): Store {
  const openRow = (row: AdapterAccount) => open(app, row);
  return {
    ...store,
    linkAccount: async (account) => store.linkAccount(await seal(app, account)),
    updateAccount: async (account) => store.updateAccount(await seal(app, account)),
    async getAccount(providerAccountId, provider) {
      const row = await store.getAccount(providerAccountId, provider);
      return row && openRow(row);
    },
    async listAccountsByUserId(userId) {
      return Promise.all((await store.listAccountsByUserId(userId)).map(openRow));
    },
    transaction: (work) => store.transaction((inner) => work(sealedStore(inner, app))),
  };
}

type Row = Partial<AdapterAccount> & AccountKey;

async function seal<Account extends Row>(app: Sealing, account: Account): Promise<Account> {
  const changes: Partial<Record<Sealed, string>> = {};
  for (const name of sealed) {
    const value = account[name];
    if (!value || value.startsWith(mark)) continue;
    changes[name] = mark + (await app.seal(purpose, { of: placeOf(account, name), value }, lasts));
  }
  return { ...account, ...changes };
}

async function open(app: Sealing, account: AdapterAccount): Promise<AdapterAccount> {
  const changes: Partial<Record<Sealed, string>> = {};
  const lost: Sealed[] = [];
  for (const name of sealed) {
    const value = account[name];
    if (!value?.startsWith(mark)) continue;
    const opened = await openOne(app, value, placeOf(account, name));
    if (opened === undefined) lost.push(name);
    else changes[name] = opened;
  }
  if (lost.length > 0) app.logger.error("AdapterError", unreadable(account, lost));
  const rest = lost.length === 0 ? account : without(account, lost);
  return { ...rest, ...changes };
}

async function openOne(app: Sealing, value: string, place: string): Promise<string | undefined> {
  const opened = await app.open(purpose, value.slice(mark.length));
  const token = opened?.["of"] === place ? opened["value"] : undefined;
  return typeof token === "string" ? token : undefined;
}

function without({ ...account }: AdapterAccount, names: readonly Sealed[]): AdapterAccount {
  for (const name of names) Reflect.deleteProperty(account, name);
  return account;
}

const placeOf = ({ provider, providerAccountId }: AccountKey, name: Sealed): string =>
  JSON.stringify([provider, providerAccountId, name]);

function unreadable({ provider }: AccountKey, names: readonly string[]): AdapterError {
  return new AdapterError(
    `${names.join(", ")} of an account at ${JSON.stringify(provider)} can't be decrypted: it was encrypted with a secret that isn't in the configuration, or copied from another row. Keep older secrets after the newest one until every user has signed in again.`,
  );
}
