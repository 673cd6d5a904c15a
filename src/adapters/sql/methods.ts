import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  UserQuery,
  UserToCreate,
  VerificationToken,
  WholeAdapter,
} from "../../types/adapter.js";
import type { RecordStore } from "../../types/records.js";
import type { Row } from "../rows/convert.js";
import {
  readAccount,
  readAuthenticator,
  readSession,
  readUser,
  readVerificationToken,
} from "../rows/read.js";
import { withSingleQuery } from "../single-query.js";
import type { FindUsers, UseToken } from "../single-query.js";
import { atomically, attempt } from "./context.js";
import type { SqlContext } from "./context.js";
import { isMissingTable } from "./faults.js";
import { findUserByAccount, findUsers, sessionAndUserFinder } from "./joins.js";
import { listUsers } from "./list-users.js";
import { recordExecutor, removeRecordsOf } from "./records/executor.js";
import { sqlRecords } from "./records/store.js";
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
  return {
    ...userMethods(context),
    ...accountMethods(context),
    ...sessionMethods(context),
    ...verificationTokenMethods(context),
    ...authenticatorMethods(context),
    records: recordsIn(context),
    transaction: (work) => atomically(context, (within) => work(adapterOn(within))),
    sweep: () => sweep(context),
  };
}

/** Records are part of the same transaction, if there is one. */
function recordsIn(context: SqlContext): RecordStore {
  return sqlRecords(context, recordExecutor(context), ({ table }) => {
    context.records.set(table.name, table);
  });
}

function userMethods(context: SqlContext) {
  const users = new SqlTable(context, "user");
  const findBoth: FindUsers = async (email, { provider, providerAccountId }) => {
    const found = await findUsers(context, email, { provider, providerAccountId });
    return {
      byEmail: orNull(readUser, found.byEmail),
      byAccount: orNull(readUser, found.byAccount),
    };
  };
  return {
    async createUser({ id, ...given }: UserToCreate): Promise<AdapterUser> {
      const user = { ...given, email: given.email || null };
      const { ids, newId } = context.layout;
      const made = () => (ids === "number" ? undefined : id || crypto.randomUUID());
      return readUser(await users.insertAndRead({ ...user, id: newId ? newId() : made() }));
    },
    async getUser(id: string): Promise<AdapterUser | null> {
      return orNull(readUser, await users.find({ id }));
    },
    getUserByEmail: withSingleQuery(
      findBoth,
      async (email: string): Promise<AdapterUser | null> => {
        return email ? orNull(readUser, await users.find({ email })) : null;
      },
    ),
    getUserByAccount: withSingleQuery(
      findBoth,
      async ({ provider, providerAccountId }: AccountKey) => {
        return orNull(readUser, await findUserByAccount(context, { provider, providerAccountId }));
      },
    ),
    async updateUser({
      id,
      ...changes
    }: Partial<AdapterUser> & Pick<AdapterUser, "id">): Promise<AdapterUser> {
      const email = changes.email === "" ? { email: null } : {};
      const row = await users.update({ id }, { ...changes, ...email });
      if (!row) throw new Error("There is no user with this id");
      return readUser(row);
    },
    listUsers: (query: UserQuery) => listUsers(context, query),
    async deleteUser(id: string): Promise<AdapterUser | null> {
      return atomically(context, async (within) => {
        await removeRowsOf(within, id);
        return orNull(readUser, await new SqlTable(within, "user").take({ id }));
      });
    },
  };
}

function accountMethods(context: SqlContext) {
  const accounts = new SqlTable(context, "account");
  return {
    async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
      await accounts.insert(account);
      return account;
    },
    async unlinkAccount({ provider, providerAccountId }: AccountKey) {
      const row = await accounts.take({ provider, providerAccountId });
      return row && readAccount(row);
    },
    async getAccount(providerAccountId: string, provider: string) {
      return orNull(readAccount, await accounts.find({ provider, providerAccountId }));
    },
    async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
      return (await accounts.findAll({ userId })).map(readAccount);
    },
    async updateAccount({
      provider,
      providerAccountId,
      ...changes
    }: Partial<AdapterAccount> & AccountKey) {
      return orNull(readAccount, await accounts.update({ provider, providerAccountId }, changes));
    },
  };
}

function sessionMethods(context: SqlContext) {
  const sessions = new SqlTable(context, "session");
  const findSessionAndUser = sessionAndUserFinder(context);
  return {
    async createSession(session: AdapterSession): Promise<AdapterSession> {
      await sessions.insert({ ...session });
      return session;
    },
    async getSessionAndUser(sessionToken: string) {
      const found = await findSessionAndUser(sessionToken);
      return found ? { session: readSession(found.session), user: readUser(found.user) } : null;
    },
    async updateSession({
      sessionToken,
      ...changes
    }: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">) {
      return orNull(readSession, await sessions.update({ sessionToken }, changes));
    },
    async deleteSession(sessionToken: string) {
      return orNull(readSession, await sessions.take({ sessionToken }));
    },
    async deleteSessionsByUserId(userId: string): Promise<void> {
      await sessions.remove({ userId });
    },
    async deleteOtherSessions(userId: string, sessionToken: string): Promise<void> {
      await sessions.removeOthers({ userId }, { sessionToken });
    },
  };
}

function verificationTokenMethods(context: SqlContext) {
  const tokens = new SqlTable(context, "verificationToken");
  const takeAny: UseToken = async (identifier, any) =>
    orNull(
      readVerificationToken,
      await tokens.takeOneOf({ identifier }, { field: "token", values: any }),
    );
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await tokens.insert({ ...token });
      return token;
    },
    useVerificationToken: withSingleQuery(
      takeAny,
      async ({ identifier, token }: Pick<VerificationToken, "identifier" | "token">) =>
        orNull(readVerificationToken, await tokens.take({ identifier, token })),
    ),
  };
}

function authenticatorMethods(context: SqlContext) {
  const authenticators = new SqlTable(context, "authenticator");
  return {
    async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
      await authenticators.insert({ ...authenticator });
      return authenticator;
    },
    async getAuthenticator(credentialID: string) {
      return orNull(readAuthenticator, await authenticators.find({ credentialID }));
    },
    async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
      return (await authenticators.findAll({ userId })).map(readAuthenticator);
    },
    async updateAuthenticatorCounter(credentialID: string, newCounter: number) {
      const row = await authenticators.update({ credentialID }, { counter: newCounter });
      if (!row) throw new Error("There is no authenticator with this credential id");
      return readAuthenticator(row);
    },
    async deleteAuthenticator(credentialID: string) {
      return orNull(readAuthenticator, await authenticators.take({ credentialID }));
    },
  };
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
