import { bringsState } from "../../core/state/adapter-state.js";
import type {
  WholeAdapter,
  VerificationToken,
  AdapterAuthenticator,
  AccountKey,
  AdapterAccount,
} from "../../types/adapter.js";
import { keyReader, scriptRunner, type RedisClient } from "./client.js";
import { keysWith } from "./keys.js";
import { redisRecords } from "./records/store.js";
import { sessionMethods } from "./sessions.js";
import { redisState } from "./state.js";
import { userMethods } from "./users.js";
import { readVerificationToken, readAuthenticator, readAccount } from "../rows/read.js";
import { decodeRow, encodeRow } from "./codec.js";
import * as scripts from "./scripts.js";
import { change, type RedisStore, read, readOwned, untilUnchanged } from "./store.js";
import { present } from "../rows/present.js";

export interface RedisAdapterOptions {
  /** Prefix of every key; a hash tag is added if it has none. @default `{latchkey}:` */
  prefix?: string;
  /** Set if users are in another store, which this adapter completes with `extend`. */
  users?: "elsewhere";
}

/** Every method except `transaction`, which Redis can't provide. */
export type RedisAdapterMethods<Columns = unknown> = Omit<
  WholeAdapter<Columns>,
  "transaction" | "listUsers"
>;

/**
 * Stores everything in Redis or Valkey, through a client of `redis`, `ioredis` or `iovalkey`, on
 * one server or a cluster. Sessions and one-time tokens expire by themselves.
 *
 * ```ts
 * const client = await createClient({ url: "redis://127.0.0.1" }).connect();
 * const config = { adapter: RedisAdapter(client), providers: [] };
 * const typed = RedisAdapter<{ role: string }>(client); // your own columns in the user rows
 * ```
 */
export function RedisAdapter<Columns = unknown>(
  client: RedisClient,
  options?: RedisAdapterOptions,
): RedisAdapterMethods<NoInfer<Columns>>;
export function RedisAdapter(
  client: RedisClient,
  { prefix = "{latchkey}:", users }: RedisAdapterOptions = {},
): RedisAdapterMethods {
  const store = {
    keys: keysWith(prefix),
    run: scriptRunner(client),
    asGiven: keyReader(client),
    usersElsewhere: users === "elsewhere",
  };
  const methods = {
    ...userMethods(store),
    ...accountMethods(store),
    ...sessionMethods(store),
    ...verificationTokenMethods(store),
    ...authenticatorMethods(store),
    records: redisRecords(store),
  };
  return Object.assign(methods, { [bringsState]: () => redisState(client, { prefix }) });
}

function verificationTokenMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await change(store, {
        lua: scripts.createVerificationToken,
        keys: [keys.verificationToken(token)],
        values: [encodeRow(token), token.expires.getTime().toString()],
      });
      return token;
    },
    async useVerificationToken(
      key: Pick<VerificationToken, "identifier" | "token">,
    ): Promise<VerificationToken | null> {
      const lua = scripts.takeVerificationToken;
      const json = await run({ lua, keys: [keys.verificationToken(key)] });
      return typeof json === "string" ? readVerificationToken(decodeRow(json)) : null;
    },
  };
}

function authenticatorMethods(store: RedisStore) {
  const { keys } = store;
  return {
    async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
      const { credentialID, userId } = authenticator;
      await change(store, {
        lua: scripts.createOwned,
        keys: [keys.authenticator(credentialID), keys.user(userId), keys.authenticatorsOf(userId)],
        values: [encodeRow(authenticator), "authenticator"],
      });
      return authenticator;
    },
    async getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
      const found = await read(store, keys.authenticator(credentialID));
      return found ? readAuthenticator(found.row) : null;
    },
    async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
      return (await readOwned(store, keys.authenticatorsOf(userId))).map(readAuthenticator);
    },
    async updateAuthenticatorCounter(
      credentialID: string,
      newCounter: number,
    ): Promise<AdapterAuthenticator> {
      const key = keys.authenticator(credentialID);
      const updated = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const authenticator = { ...readAuthenticator(found.row), counter: newCounter };
        const values = [found.json, encodeRow(authenticator)];
        return { script: { lua: scripts.replace, keys: [key], values }, result: authenticator };
      });
      if (!updated) throw new Error("There is no authenticator with this credential id");
      return updated;
    },
    async deleteAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null> {
      const key = keys.authenticator(credentialID);
      const deleted = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        const authenticator = readAuthenticator(found.row);
        const set = keys.authenticatorsOf(authenticator.userId);
        const script = { lua: scripts.deleteOwned, keys: [key, set], values: [found.json] };
        return { script, result: authenticator };
      });
      return deleted ?? null;
    },
  };
}

function accountMethods(store: RedisStore) {
  const { keys } = store;
  return {
    async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
      await change(store, {
        lua: scripts.createOwned,
        keys: [keys.account(account), keys.user(account.userId), keys.accountsOf(account.userId)],
        values: [encodeRow(account), "account"],
      });
      return account;
    },
    async unlinkAccount(key: AccountKey): Promise<AdapterAccount | undefined> {
      return untilUnchanged(store, async () => {
        const found = await read(store, keys.account(key));
        if (!found) return undefined;
        const account = readAccount(found.row);
        const script = {
          lua: scripts.deleteOwned,
          keys: [keys.account(key), keys.accountsOf(account.userId)],
          values: [found.json],
        };
        return { script, result: account };
      });
    },
    async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
      return (await readOwned(store, keys.accountsOf(userId))).map(readAccount);
    },
    async updateAccount(
      changes: Partial<AdapterAccount> & AccountKey,
    ): Promise<AdapterAccount | null> {
      const key = keys.account(changes);
      const updated = await untilUnchanged(store, async () => {
        const found = await read(store, key);
        if (!found) return undefined;
        // The owner can't change: the lists of accounts per user would have to change, too.
        const { userId, ...former } = readAccount(found.row);
        const account = { ...former, ...present(changes), userId };
        const values = [found.json, encodeRow(account)];
        return { script: { lua: scripts.replace, keys: [key], values }, result: account };
      });
      return updated ?? null;
    },
    async getAccount(providerAccountId: string, provider: string) {
      const found = await read(store, keys.account({ provider, providerAccountId }));
      return found ? readAccount(found.row) : null;
    },
  };
}

export type { IoRedisClient, NodeRedisClient, RedisClient } from "./client.js";
