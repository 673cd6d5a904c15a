import { bringsState } from "../../core/state/adapter-state.js";
import type { Adapter, WholeAdapter } from "../../types/adapter.js";
import { present } from "../rows/present.js";
import { readAccount, readAuthenticator, readVerificationToken } from "../rows/read.js";
import { keyReader, scriptRunner, type RedisClient } from "./client.js";
import { decodeRow, encodeRow } from "./codec.js";
import { keysWith } from "./keys.js";
import { ownedRows } from "./owned.js";
import { redisRecords } from "./records/store.js";
import * as scripts from "./scripts.js";
import { sessionMethods } from "./sessions.js";
import { redisState } from "./state.js";
import { change, type RedisStore } from "./store.js";
import { userMethods } from "./users.js";

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

function accountMethods(store: RedisStore) {
  const { keys } = store;
  const rows = ownedRows(store, {
    name: "account",
    listOf: (id) => keys.accountsOf(id),
    read: readAccount,
  });
  return {
    linkAccount: (account) => rows.create(keys.account(account), account),
    unlinkAccount: async (key) => (await rows.remove(keys.account(key))) ?? undefined,
    getAccount: (providerAccountId, provider) =>
      rows.find(keys.account({ provider, providerAccountId })),
    listAccountsByUserId: (userId) => rows.list(userId),
    // The owner can't change: the lists of accounts per user would have to change, too.
    updateAccount: (changes) =>
      rows.update(keys.account(changes), ({ userId, ...former }) => ({
        ...former,
        ...present(changes),
        userId,
      })),
  } satisfies Adapter;
}

function authenticatorMethods(store: RedisStore) {
  const { keys } = store;
  const rows = ownedRows(store, {
    name: "authenticator",
    listOf: (id) => keys.authenticatorsOf(id),
    read: readAuthenticator,
  });
  return {
    createAuthenticator: (one) => rows.create(keys.authenticator(one.credentialID), one),
    getAuthenticator: (credentialID) => rows.find(keys.authenticator(credentialID)),
    listAuthenticatorsByUserId: (userId) => rows.list(userId),
    async updateAuthenticatorCounter(credentialID, counter) {
      const key = keys.authenticator(credentialID);
      const updated = await rows.update(key, (former) => ({ ...former, counter }));
      if (!updated) throw new Error("There is no authenticator with this credential id");
      return updated;
    },
    deleteAuthenticator: (credentialID) => rows.remove(keys.authenticator(credentialID)),
  } satisfies Adapter;
}

function verificationTokenMethods(store: RedisStore) {
  const { keys, run } = store;
  return {
    async createVerificationToken(token) {
      await change(store, {
        lua: scripts.createVerificationToken,
        keys: [keys.verificationToken(token)],
        values: [encodeRow(token), token.expires.getTime().toString()],
      });
      return token;
    },
    async useVerificationToken(key) {
      const lua = scripts.takeVerificationToken;
      const json = await run({ lua, keys: [keys.verificationToken(key)] });
      return typeof json === "string" ? readVerificationToken(decodeRow(json)) : null;
    },
  } satisfies Adapter;
}

export type { IoRedisClient, NodeRedisClient, RedisClient } from "./client.js";
