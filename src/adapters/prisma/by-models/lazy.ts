import type { DeclaresTables } from "../../../core/records/declared.js";
import { examinesTables } from "../../../core/records/examined.js";
import { bringsState } from "../../../core/state/adapter-state.js";
import { markSeparateUsers } from "../../separate-users.js";
import type { StoreAdapter } from "../../sql/on-client.js";
import { schemaOf } from "../models.js";
import type { PrismaDatabase } from "../types.js";
import type { GivenModels } from "./context.js";

/**
 * An adapter that uses the client's models, for databases whose SQL isn't written here. Its code is
 * loaded at the first call, so that others don't pay for it.
 */
export function lazyByModels(prisma: PrismaDatabase, given: GivenModels): StoreAdapter {
  refuseWithoutKeys(prisma);
  const load = async () => (await import("./index.js")).byModels(prisma, given);
  let loading: ReturnType<typeof load> | undefined;
  const loaded = () => (loading ??= load());
  const on = async () => (await loaded()).methods;
  const adapter: StoreAdapter = {
    createUser: async (user) => (await on()).createUser(user),
    getUser: async (id) => (await on()).getUser(id),
    getUserByEmail: async (email) => (await on()).getUserByEmail(email),
    getUserByAccount: async (key) => (await on()).getUserByAccount(key),
    updateUser: async (user) => (await on()).updateUser(user),
    listUsers: async (query) => (await on()).listUsers(query),
    deleteUser: async (id) => (await on()).deleteUser(id),
    linkAccount: async (account) => (await on()).linkAccount(account),
    unlinkAccount: async (key) => (await on()).unlinkAccount(key),
    getAccount: async (id, provider) => (await on()).getAccount(id, provider),
    listAccountsByUserId: async (id) => (await on()).listAccountsByUserId(id),
    updateAccount: async (account) => (await on()).updateAccount(account),
    createSession: async (session) => (await on()).createSession(session),
    getSessionAndUser: async (token) => (await on()).getSessionAndUser(token),
    updateSession: async (session) => (await on()).updateSession(session),
    deleteSession: async (token) => (await on()).deleteSession(token),
    deleteSessionsByUserId: async (id) => (await on()).deleteSessionsByUserId(id),
    deleteOtherSessions: async (id, token) => (await on()).deleteOtherSessions(id, token),
    createVerificationToken: async (token) => (await on()).createVerificationToken(token),
    useVerificationToken: async (key) => (await on()).useVerificationToken(key),
    createAuthenticator: async (passkey) => (await on()).createAuthenticator(passkey),
    getAuthenticator: async (id) => (await on()).getAuthenticator(id),
    listAuthenticatorsByUserId: async (id) => (await on()).listAuthenticatorsByUserId(id),
    updateAuthenticatorCounter: async (id, counter) =>
      (await on()).updateAuthenticatorCounter(id, counter),
    deleteAuthenticator: async (id) => (await on()).deleteAuthenticator(id),
    records: {
      read: async (table, key) => (await on()).records.read(table, key),
      list: async (table, where, page) => (await on()).records.list(table, where, page),
      count: async (table, where, atMost) => (await on()).records.count(table, where, atMost),
      write: async (changes) => (await on()).records.write(changes),
      sweep: async (table, before, limit) => (await on()).records.sweep(table, before, limit),
    },
    transaction: async (work) => (await loaded()).transaction(work),
    sweep: async () => (await on()).sweep(),
  };
  // Its cascades are left out where there are two, so records have to be deleted before a user is.
  if (given.provider === "sqlserver") markSeparateUsers(adapter);
  return Object.assign(adapter, {
    [bringsState]: async () => (await loaded()).state(),
    [examinesTables]: async (declared: DeclaresTables) => ({
      warnings: await (await loaded()).missing(declared),
    }),
  });
}

/** Rows would be read before they are written, and could belong to users who don't exist. */
function refuseWithoutKeys(prisma: PrismaDatabase): void {
  if (!/^[ \t]*relationMode[ \t]*=[ \t]*"prisma"/m.test(String(schemaOf(prisma)))) return;
  throw new TypeError(
    'PrismaAdapter needs foreign keys in the database on SQL Server and CockroachDB. Remove `relationMode = "prisma"` from your schema, migrate, and run `npx prisma generate`.',
  );
}
