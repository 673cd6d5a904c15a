import type { AccountKey, Adapter, WholeAdapter } from "../../types/adapter.js";
import type { Row as RecordRow, Table } from "../../types/records.js";
import type { Row } from "../rows/convert.js";
import {
  readAccount,
  readAuthenticator,
  readSession,
  readUser,
  readVerificationToken,
} from "../rows/read.js";
import { withSingleQuery } from "../single-query.js";
import type { FindRowAndUser, FindUsers, UseToken } from "../single-query.js";
import { atomically, attempt } from "./context.js";
import type { SqlContext } from "./context.js";
import { isMissingTable } from "./faults.js";
import { findUserByAccount, findUsers, rowAndUserFinder } from "./joins.js";
import { listUsers } from "./list-users.js";
import { ownedRows } from "./records/owned.js";
import { removeRecordsOf, sqlRecords } from "./records/store.js";
import { sweep } from "./sweep.js";
import type { Swept } from "./sweep.js";
import { SqlTable } from "./table.js";

/** The methods of an adapter on tables, whichever client runs its statements. */
export interface TableAdapter<Columns = unknown> extends WholeAdapter<Columns> {
  /**
   * Deletes expired sessions and one-time tokens, a thousand at a time with pauses. Run it about
   * once an hour.
   */
  sweep(): Promise<Swept>;
}

export function adapterOn(context: SqlContext): TableAdapter {
  const findRow = ownedRows(context);
  const records = sqlRecords(context);
  return {
    ...userMethods(context, findRow),
    ...accountMethods(context),
    ...sessionMethods(context),
    ...verificationTokenMethods(context),
    ...authenticatorMethods(context),
    records: {
      ...records,
      read: withSingleQuery(findRow, async (table: Table, key: RecordRow) =>
        records.read(table, key),
      ),
    },
    transaction: (work) => atomically(context, (within) => work(adapterOn(within))),
    sweep: () => sweep(context),
  };
}

function userMethods(context: SqlContext, findRow: FindRowAndUser) {
  const users = new SqlTable(context, "user");
  const findBoth: FindUsers = async (email, { provider, providerAccountId }) => {
    const found = await findUsers(context, email, { provider, providerAccountId });
    return {
      byEmail: orNull(readUser, found.byEmail),
      byAccount: orNull(readUser, found.byAccount),
    };
  };
  return {
    async createUser({ id, ...given }) {
      const user = { ...given, email: given.email || null };
      const { ids, newId } = context.layout;
      const made = () => (ids === "number" ? undefined : id || crypto.randomUUID());
      return readUser(await users.insertAndRead({ ...user, id: newId ? newId() : made() }));
    },
    getUser: withSingleQuery(findRow, async (id: string) =>
      orNull(readUser, await users.find({ id })),
    ),
    getUserByEmail: withSingleQuery(findBoth, async (email: string) =>
      email ? orNull(readUser, await users.find({ email })) : null,
    ),
    getUserByAccount: withSingleQuery(
      findBoth,
      async ({ provider, providerAccountId }: AccountKey) =>
        orNull(readUser, await findUserByAccount(context, { provider, providerAccountId })),
    ),
    async updateUser({ id, ...changes }) {
      const email = changes.email === "" ? { email: null } : {};
      const row = await users.update({ id }, { ...changes, ...email });
      if (!row) throw new Error("There is no user with this id");
      return readUser(row);
    },
    listUsers: (query) => listUsers(context, query),
    deleteUser: (id) =>
      atomically(context, async (within) => {
        await removeRowsOf(within, id);
        return orNull(readUser, await new SqlTable(within, "user").take({ id }));
      }),
  } satisfies Partial<WholeAdapter>;
}

function accountMethods(context: SqlContext) {
  const accounts = new SqlTable(context, "account");
  return {
    async linkAccount(account) {
      await accounts.insert(account);
      return account;
    },
    async unlinkAccount({ provider, providerAccountId }) {
      const row = await accounts.take({ provider, providerAccountId });
      return row && readAccount(row);
    },
    getAccount: async (providerAccountId, provider) =>
      orNull(readAccount, await accounts.find({ provider, providerAccountId })),
    listAccountsByUserId: async (userId) => (await accounts.findAll({ userId })).map(readAccount),
    updateAccount: async ({ provider, providerAccountId, ...changes }) =>
      orNull(readAccount, await accounts.update({ provider, providerAccountId }, changes)),
  } satisfies Adapter;
}

function sessionMethods(context: SqlContext) {
  const sessions = new SqlTable(context, "session");
  const { session: table } = context.layout.tables;
  const findSession = rowAndUserFinder(context, { table, by: "sessionToken", owner: "userId" });
  return {
    async createSession(session) {
      await sessions.insert({ ...session });
      return session;
    },
    async getSessionAndUser(sessionToken) {
      const found = await findSession(sessionToken);
      return found ? { session: readSession(found.row), user: readUser(found.user) } : null;
    },
    updateSession: async ({ sessionToken, ...changes }) =>
      orNull(readSession, await sessions.update({ sessionToken }, changes)),
    deleteSession: async (sessionToken) =>
      orNull(readSession, await sessions.take({ sessionToken })),
    deleteSessionsByUserId: (userId) => sessions.remove({ userId }),
    deleteOtherSessions: (userId, sessionToken) =>
      sessions.removeOthers({ userId }, { sessionToken }),
  } satisfies Adapter;
}

function verificationTokenMethods(context: SqlContext) {
  const tokens = new SqlTable(context, "verificationToken");
  const takeAny: UseToken = async (identifier, values) =>
    orNull(
      readVerificationToken,
      await tokens.takeOneOf({ identifier }, { field: "token", values }),
    );
  return {
    async createVerificationToken(token) {
      await tokens.insert({ ...token });
      return token;
    },
    useVerificationToken: withSingleQuery(
      takeAny,
      async ({ identifier, token }: { identifier: string; token: string }) =>
        orNull(readVerificationToken, await tokens.take({ identifier, token })),
    ),
  } satisfies Adapter;
}

function authenticatorMethods(context: SqlContext) {
  const authenticators = new SqlTable(context, "authenticator");
  return {
    async createAuthenticator(authenticator) {
      await authenticators.insert({ ...authenticator });
      return authenticator;
    },
    getAuthenticator: async (credentialID) =>
      orNull(readAuthenticator, await authenticators.find({ credentialID })),
    listAuthenticatorsByUserId: async (userId) =>
      (await authenticators.findAll({ userId })).map(readAuthenticator),
    async updateAuthenticatorCounter(credentialID, counter) {
      const row = await authenticators.update({ credentialID }, { counter });
      if (!row) throw new Error("There is no authenticator with this credential id");
      return readAuthenticator(row);
    },
    deleteAuthenticator: async (credentialID) =>
      orNull(readAuthenticator, await authenticators.take({ credentialID })),
  } satisfies Adapter;
}

function orNull<T>(read: (row: Row) => T, row: Row | undefined): T | null {
  return row ? read(row) : null;
}

/**
 * Foreign keys do this, too, but older databases lack them, and SQLite ignores them unless
 * configured. A database from before passkeys has no table for them.
 */
async function removeRowsOf(context: SqlContext, userId: string): Promise<void> {
  for (const name of ["account", "session", "authenticator"] as const) {
    const table = new SqlTable(context, name);
    await attempt(context, isMissingTable, () => table.remove({ userId }));
  }
  await removeRecordsOf(context, userId);
}
