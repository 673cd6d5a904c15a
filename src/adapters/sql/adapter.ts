import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../types/adapter.js";
import type { Row } from "../rows/convert.js";
import {
  readAccount,
  readAuthenticator,
  readSession,
  readUser,
  readVerificationToken,
} from "../rows/read.js";
import { atomically } from "./context.js";
import type { SqlContext } from "./context.js";
import { dialectOf, toDatabase } from "./database.js";
import type { DatabaseInput } from "./database.js";
import { isInvalidText } from "./faults.js";
import { findUserByAccount, sessionAndUserFinder } from "./joins.js";
import { resolveLayout } from "./layout.js";
import type { LayoutOptions } from "./layout.js";
import type { SqlDialect } from "./model.js";
import { SqlTable } from "./table.js";

export interface SqlAdapterOptions extends LayoutOptions {
  /** Which database it is, where the Kysely dialect does not tell. */
  dialect?: SqlDialect;
}

/** How many rows a sweep removed. */
export interface Swept {
  sessions: number;
  verificationTokens: number;
}

export interface SqlAdapterMethods extends Required<Adapter> {
  /** Removes the sessions and one-time tokens that have expired. Run it once in a while. */
  sweep(): Promise<Swept>;
}

/**
 * Keeps everything in SQLite, PostgreSQL or MySQL (MariaDB), through Kysely.
 *
 * ```ts
 * const db = new Kysely({ dialect: new PostgresDialect({ pool }) });
 * await migrate(db);
 * const config = { adapter: SqlAdapter(db), providers: [] };
 * ```
 *
 * `transaction(work)` runs `work` again when the database gave up on it, after a deadlock for
 * example; let it do nothing but call the adapter it is given.
 */
export function SqlAdapter(
  database: DatabaseInput,
  options: SqlAdapterOptions = {},
): SqlAdapterMethods {
  const opened = toDatabase(database);
  return adapterOn({
    database: opened,
    dialect: options.dialect ?? dialectOf(opened),
    layout: resolveLayout(options),
    inTransaction: false,
  });
}

function adapterOn(context: SqlContext): SqlAdapterMethods {
  return {
    ...userMethods(context),
    ...accountMethods(context),
    ...sessionMethods(context),
    ...verificationTokenMethods(context),
    ...authenticatorMethods(context),
    transaction: (work) => atomically(context, (within) => work(adapterOn(within))),
    async sweep() {
      const now = new Date();
      return {
        sessions: await new SqlTable(context, "session").removeExpired(now),
        verificationTokens: await new SqlTable(context, "verificationToken").removeExpired(now),
      };
    },
  };
}

function userMethods(context: SqlContext) {
  const users = new SqlTable(context, "user");
  return {
    async createUser({ id, ...given }: AdapterUser): Promise<AdapterUser> {
      const user = { ...given, email: given.email || null };
      if (context.layout.ids === "number") {
        return readUser({ ...user, id: await users.insertNumbered(user) });
      }
      const row = { ...user, id: id || crypto.randomUUID() };
      await users.insert(row);
      return readUser(row);
    },
    async getUser(id: string): Promise<AdapterUser | null> {
      if (!canBeId(context, id)) return null;
      return orNull(readUser, await users.find({ id }).catch(noneIfInvalid));
    },
    async getUserByEmail(email: string): Promise<AdapterUser | null> {
      return email ? orNull(readUser, await users.find({ email })) : null;
    },
    async getUserByAccount({ provider, providerAccountId }: AccountKey) {
      return orNull(readUser, await findUserByAccount(context, { provider, providerAccountId }));
    },
    async updateUser({
      id,
      ...changes
    }: Partial<AdapterUser> & Pick<AdapterUser, "id">): Promise<AdapterUser> {
      const email = changes.email === "" ? { email: null } : {};
      const row = canBeId(context, id) && (await users.update({ id }, { ...changes, ...email }));
      if (!row) throw new Error("There is no user with this id");
      return readUser(row);
    },
    async deleteUser(id: string): Promise<AdapterUser | null> {
      if (!canBeId(context, id)) return null;
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
      if (canBeId(context, userId)) await sessions.remove({ userId });
    },
  };
}

function verificationTokenMethods(context: SqlContext) {
  const tokens = new SqlTable(context, "verificationToken");
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await tokens.insert({ ...token });
      return token;
    },
    async useVerificationToken({
      identifier,
      token,
    }: Pick<VerificationToken, "identifier" | "token">) {
      return orNull(readVerificationToken, await tokens.take({ identifier, token }));
    },
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
      if (!canBeId(context, userId)) return [];
      const rows = await authenticators.findAll({ userId }).catch(noneIfInvalid);
      return (rows ?? []).map(readAuthenticator);
    },
    async updateAuthenticatorCounter(credentialID: string, newCounter: number) {
      const row = await authenticators.update({ credentialID }, { counter: newCounter });
      if (!row) throw new Error("There is no authenticator with this credential id");
      return readAuthenticator(row);
    },
  };
}

function orNull<T>(read: (row: Row) => T, row: Row | undefined): T | null {
  return row ? read(row) : null;
}

// MySQL would take `1x` for the number 1.
const canBeId = (context: SqlContext, id: string): boolean =>
  context.layout.ids === "text" || /^\d{1,18}$/.test(id);

function noneIfInvalid(error: unknown): undefined {
  if (!isInvalidText(error)) throw error;
}

/** Foreign keys do this too, but not every database has them: older ones, and SQLite unless told. */
async function removeRowsOf(context: SqlContext, userId: string): Promise<void> {
  await new SqlTable(context, "account").remove({ userId });
  await new SqlTable(context, "session").remove({ userId });
  if (context.dialect !== "sqlite") return;
  await new SqlTable(context, "authenticator").remove({ userId }).catch(ignoreMissingTable);
}

// A database of the time before passkeys has no such table, and no such rows.
function ignoreMissingTable(error: unknown): void {
  if (!(error instanceof Error && /no such table/i.test(error.message))) throw error;
}
