import { decryptToken } from "../crypto/token.js";
import type { KeyRing } from "../crypto/keys.js";
import { AdapterError } from "../errors.js";
import { parseObject } from "../json.js";
import type { AccountKey, AdapterAccount } from "../types/adapter.js";
import type { LoggerInstance } from "../types/logger.js";
import type { Store } from "../types/store.js";

const salt = "latchkey.account-tokens";
/** What a sealed token begins with. No token of a provider does: the colon is in none. */
const mark = "lk1:";
const sealed = ["access_token", "refresh_token", "id_token"] as const;
type Sealed = (typeof sealed)[number];

export interface SealingDeps {
  readonly keys: KeyRing;
  readonly logger: LoggerInstance;
}

/**
 * A store in whose rows the tokens of accounts are encrypted. Each belongs to its row and its member:
 * moved to another it counts for nothing. What is not encrypted yet is read as it is.
 */
export function sealedStore(store: Store, deps: SealingDeps): Store {
  const openRow = (row: AdapterAccount) => open(deps, row);
  return {
    ...store,
    linkAccount: async (account) => store.linkAccount(await seal(deps, account)),
    updateAccount: async (account) => store.updateAccount(await seal(deps, account)),
    async getAccount(providerAccountId, provider) {
      const row = await store.getAccount(providerAccountId, provider);
      return row && openRow(row);
    },
    async listAccountsByUserId(userId) {
      return Promise.all((await store.listAccountsByUserId(userId)).map(openRow));
    },
    transaction: (work) => store.transaction((inner) => work(sealedStore(inner, deps))),
  };
}

type Row = Partial<AdapterAccount> & AccountKey;

async function seal<Account extends Row>(
  { keys }: SealingDeps,
  account: Account,
): Promise<Account> {
  const [newest] = await keys.tokenKeys(salt);
  if (!newest) throw new TypeError("A secret is needed to encrypt tokens, and there is none.");
  const changes: Partial<Record<Sealed, string>> = {};
  for (const name of sealed) {
    const value = account[name];
    if (!value || value.startsWith(mark)) continue;
    const text = JSON.stringify({ of: placeOf(account, name), value });
    changes[name] = mark + (await keys.backend.encrypt(newest.key, newest.header, text));
  }
  return { ...account, ...changes };
}

async function open(deps: SealingDeps, account: AdapterAccount): Promise<AdapterAccount> {
  const changes: Partial<Record<Sealed, string>> = {};
  const lost: Sealed[] = [];
  for (const name of sealed) {
    const value = account[name];
    if (!value?.startsWith(mark)) continue;
    const opened = await openOne(deps.keys, value, placeOf(account, name));
    if (opened === undefined) lost.push(name);
    else changes[name] = opened;
  }
  if (lost.length > 0) deps.logger.error("AdapterError", unreadable(account, lost));
  const rest = lost.length === 0 ? account : without(account, lost);
  return { ...rest, ...changes };
}

async function openOne(keys: KeyRing, value: string, place: string): Promise<string | undefined> {
  const text = await decryptToken(keys, { salt, token: value.slice(mark.length) });
  const opened = typeof text === "string" ? parseObject(text) : undefined;
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
    `${names.join(", ")} of an account at ${JSON.stringify(provider)} can not be decrypted: it was encrypted with a secret that is not in the configuration, or it is from another row. Keep older secrets behind the newest one until everybody has signed in again.`,
  );
}
