import type { RecordStore } from "../../core/records.js";
import type { DeclaresTables } from "../../core/records/declared.js";
import { examinesTables } from "../../core/records/examined.js";
import { bringsState } from "../../state/brought.js";
import { stateWhereMigrated } from "../../state/sql/index.js";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  UserToCreate,
  VerificationToken,
  WholeAdapter,
} from "../../types/adapter.js";
import { sparedBy } from "../in-one-step.js";
import type { FindUsers, TakeToken } from "../in-one-step.js";
import type { Row } from "../rows/convert.js";
import {
  readAccount,
  readAuthenticator,
  readSession,
  readUser,
  readVerificationToken,
} from "../rows/read.js";
import { atomically, attempt } from "./context.js";
import type { SqlContext } from "./context.js";
import { dialectOf, toDatabase } from "./database.js";
import type { DatabaseInput } from "./database.js";
import { directRead } from "./direct.js";
import { isMissingTable } from "./faults.js";
import { findUserByAccount, findUsers, sessionAndUserFinder } from "./joins.js";
import { resolveLayout } from "./layout.js";
import type { ColumnValues, OwnColumns, SqlAdapterOptions } from "./layout.js";
import type { Migration } from "./migration.js";
import { ownStatements } from "./own-statements.js";
import { kyselyExecutor, removeRecordsOf } from "./records/kysely.js";
import { sqlRecords } from "./records/store.js";
import { sweep } from "./sweep.js";
import type { Swept } from "./sweep.js";
import { SqlTable } from "./table.js";

/** Every method of an adapter, and what SQL needs besides. */
export interface SqlAdapterMethods<Columns = unknown> extends WholeAdapter<Columns> {
  /**
   * Creates the tables, those of plugins included, or adds what existing ones lack: see `migrate`.
   */
  migrate(options?: DeclaresTables): Promise<Migration>;
  /**
   * Removes the sessions and one-time tokens that have expired, a thousand at a time, so that others can write
   * meanwhile. Run it once in a while.
   */
  sweep(): Promise<Swept>;
}

/**
 * Keeps everything in SQLite, PostgreSQL or MySQL (MariaDB), through Kysely.
 *
 * ```ts
 * const db = await connect(process.env.DATABASE_URL);
 * const adapter = SqlAdapter(db, { user: { role: "text" } });
 * await adapter.migrate();
 * const config = { adapter, providers: [] };
 * ```
 *
 * Columns of your own in the table of users are in the types of its rows, here and in the callbacks.
 *
 * `transaction(work)` runs `work` again when the database gave up on it, after a deadlock for
 * example; let it do nothing but call the adapter it is given.
 */
export function SqlAdapter<const Own extends OwnColumns = Record<never, never>>(
  database: DatabaseInput,
  options: SqlAdapterOptions & { readonly user?: Own; readonly transactions: false },
): NonTransactional<ColumnValues<NoInfer<Own>>>;
export function SqlAdapter<const Own extends OwnColumns = Record<never, never>>(
  database: DatabaseInput,
  options?: SqlAdapterOptions & { readonly user?: Own; readonly transactions?: true },
): SqlAdapterMethods<ColumnValues<NoInfer<Own>>>;
export function SqlAdapter(
  database: DatabaseInput,
  options: SqlAdapterOptions = {},
): SqlAdapterMethods | NonTransactional<unknown> {
  const opened = toDatabase(database);
  const dialect = options.dialect ?? dialectOf(opened);
  const { transaction, ...adapter } = adapterOn({
    database: opened,
    dialect,
    layout: resolveLayout(options),
    inTransaction: false,
    transactions: options.transactions,
    fillings: new Map(),
    own: ownStatements(opened),
    direct: directRead(opened),
    server: {},
    records: new Map(),
  });
  // Most processes never change a table.
  const migrate = async (more: DeclaresTables & { dryRun?: boolean } = {}) =>
    (await import("./migrate.js")).migrate(opened, { ...options, ...more });
  return Object.assign(options.transactions === false ? adapter : { ...adapter, transaction }, {
    migrate: (more?: DeclaresTables) => migrate(more),
    [examinesTables]: (more: DeclaresTables) => migrate({ ...more, dryRun: true }),
    [bringsState]: () => stateWhereMigrated(opened, { dialect }),
  });
}

/** Where there are no transactions, the core undoes by itself what failed halfway. */
type NonTransactional<Columns> = Omit<SqlAdapterMethods<Columns>, "transaction">;

function adapterOn(context: SqlContext): Omit<SqlAdapterMethods, "migrate"> {
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

/** Records belong to the same transaction, if there is one. */
function recordsIn(context: SqlContext): RecordStore {
  return sqlRecords(context, kyselyExecutor(context), ({ table }) => {
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
      const row =
        context.layout.ids === "number" ? user : { ...user, id: id || crypto.randomUUID() };
      return readUser(await users.insertAndRead(row));
    },
    async getUser(id: string): Promise<AdapterUser | null> {
      return orNull(readUser, await users.find({ id }));
    },
    getUserByEmail: sparedBy(findBoth, async (email: string): Promise<AdapterUser | null> => {
      return email ? orNull(readUser, await users.find({ email })) : null;
    }),
    getUserByAccount: sparedBy(findBoth, async ({ provider, providerAccountId }: AccountKey) => {
      return orNull(readUser, await findUserByAccount(context, { provider, providerAccountId }));
    }),
    async updateUser({
      id,
      ...changes
    }: Partial<AdapterUser> & Pick<AdapterUser, "id">): Promise<AdapterUser> {
      const email = changes.email === "" ? { email: null } : {};
      const row = await users.update({ id }, { ...changes, ...email });
      if (!row) throw new Error("There is no user with this id");
      return readUser(row);
    },
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
  };
}

function verificationTokenMethods(context: SqlContext) {
  const tokens = new SqlTable(context, "verificationToken");
  const takeAny: TakeToken = async (identifier, any) =>
    orNull(
      readVerificationToken,
      await tokens.takeOneOf({ identifier }, { field: "token", values: any }),
    );
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await tokens.insert({ ...token });
      return token;
    },
    useVerificationToken: sparedBy(
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
 * Foreign keys do this too, but not every database has them: older ones, and SQLite unless told. A database of the
 * time before passkeys has no table for them.
 */
async function removeRowsOf(context: SqlContext, userId: string): Promise<void> {
  await new SqlTable(context, "account").remove({ userId });
  await new SqlTable(context, "session").remove({ userId });
  const authenticators = new SqlTable(context, "authenticator");
  await attempt(context, isMissingTable, () => authenticators.remove({ userId }));
  await removeRecordsOf(context, userId);
}
