import type { DuplicateKey } from "../../rows/duplicate.js";
import type { Row } from "../../rows/convert.js";
import {
  readAccount,
  readAuthenticator,
  readSession,
  readUser,
  readVerificationToken,
} from "../../rows/read.js";
import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  UserToCreate,
  VerificationToken,
} from "../../../types/adapter.js";
import { markSeparateUsers } from "../../separate-users.js";
import { inBatches } from "../../sql/batches.js";
import type { TableAdapter } from "../../sql/methods.js";
import type { TableName } from "../../sql/model.js";
import { atomically, tableIn } from "./context.js";
import type { ModelContext } from "./context.js";
import { typedError } from "./fault.js";
import { userLister } from "./list-users.js";
import { modelRecords, removeRecordsOf } from "./records.js";
import { ModelTable } from "./table.js";

/** Every method, through the client's models. */
export function adapterByModels(context: ModelContext): TableAdapter {
  const adapter: TableAdapter = {
    ...methodsByModels(context),
    transaction: (work) => atomically(context, (within) => work(adapterByModels(within))),
  };
  // SQL Server, where some records aren't deleted with their user.
  if (context.collated) markSeparateUsers(adapter);
  return adapter;
}

/** The same without transactions, with the types of these methods. */
export function methodsByModels(context: ModelContext) {
  return {
    ...userMethods(context),
    ...accountMethods(context),
    ...sessionMethods(context),
    ...verificationTokenMethods(context),
    ...authenticatorMethods(context),
    records: modelRecords(context),
    sweep: () => sweep(context),
  };
}

function userMethods(context: ModelContext) {
  const users = tableOf(context, "user");
  const accounts = tableOf(context, "account");
  const isNumbered = context.schema.layout.ids === "number";
  return {
    async createUser({ id, ...given }: UserToCreate): Promise<AdapterUser> {
      const user = { ...given, email: given.email || null };
      const row = isNumbered ? user : { ...user, id: id || crypto.randomUUID() };
      return readUser(await typed("user.email", () => users().insertAndRead(row)));
    },
    async getUser(id: string): Promise<AdapterUser | null> {
      return orNull(readUser, await users().find({ id }));
    },
    async getUserByEmail(email: string): Promise<AdapterUser | null> {
      return email ? orNull(readUser, await users().find({ email })) : null;
    },
    async getUserByAccount({ provider, providerAccountId }: AccountKey) {
      const account = await accounts().find({ provider, providerAccountId });
      return orNull(readUser, account && (await users().find({ id: idOf(account) })));
    },
    async updateUser({ id, ...changes }: Partial<AdapterUser> & Pick<AdapterUser, "id">) {
      const email = changes.email === "" ? { email: null } : {};
      const row = await typed("user.email", () => users().update({ id }, { ...changes, ...email }));
      if (!row) throw new Error("There is no user with this id");
      return readUser(row);
    },
    listUsers: userLister(context, users),
    async deleteUser(id: string): Promise<AdapterUser | null> {
      return atomically(context, async (within) => {
        const user = await tableOf(within, "user")().find({ id });
        if (!user) return null;
        await removeRowsOf(within, id);
        return orNull(readUser, await tableOf(within, "user")().take({ id }));
      });
    },
  };
}

function accountMethods(context: ModelContext) {
  const accounts = tableOf(context, "account");
  return {
    async linkAccount(account: AdapterAccount): Promise<AdapterAccount> {
      await typed("account", () => accounts().insert(account));
      return account;
    },
    async unlinkAccount({ provider, providerAccountId }: AccountKey) {
      const row = await accounts().take({ provider, providerAccountId });
      return row && readAccount(row);
    },
    async getAccount(providerAccountId: string, provider: string) {
      return orNull(readAccount, await accounts().find({ provider, providerAccountId }));
    },
    async listAccountsByUserId(userId: string): Promise<AdapterAccount[]> {
      return (await accounts().findAll({ userId })).map(readAccount);
    },
    async updateAccount(given: Partial<AdapterAccount> & AccountKey) {
      const { provider, providerAccountId, ...changes } = given;
      return orNull(readAccount, await accounts().update({ provider, providerAccountId }, changes));
    },
  };
}

function sessionMethods(context: ModelContext) {
  const [sessions, users] = [tableOf(context, "session"), tableOf(context, "user")];
  return {
    async createSession(session: AdapterSession): Promise<AdapterSession> {
      await typed("session", () => sessions().insert({ ...session }));
      return session;
    },
    async getSessionAndUser(sessionToken: string) {
      const session = await sessions().find({ sessionToken });
      const user = session && (await users().find({ id: idOf(session) }));
      return user ? { session: readSession(session), user: readUser(user) } : null;
    },
    async updateSession(given: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">) {
      const { sessionToken, ...changes } = given;
      return orNull(readSession, await sessions().update({ sessionToken }, changes));
    },
    async deleteSession(sessionToken: string) {
      return orNull(readSession, await sessions().take({ sessionToken }));
    },
    async deleteSessionsByUserId(userId: string): Promise<void> {
      await sessions().remove({ userId });
    },
    async deleteOtherSessions(userId: string, sessionToken: string): Promise<void> {
      await sessions().removeOthers({ userId }, { sessionToken });
    },
  };
}

function verificationTokenMethods(context: ModelContext) {
  const verificationTokens = tableOf(context, "verificationToken");
  return {
    async createVerificationToken(token: VerificationToken): Promise<VerificationToken> {
      await typed("verificationToken", () => verificationTokens().insert({ ...token }));
      return token;
    },
    async useVerificationToken(key: Pick<VerificationToken, "identifier" | "token">) {
      const { identifier, token } = key;
      return orNull(readVerificationToken, await verificationTokens().take({ identifier, token }));
    },
  };
}

function authenticatorMethods(context: ModelContext) {
  const authenticators = tableOf(context, "authenticator");
  return {
    async createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator> {
      await typed("authenticator", () => authenticators().insert({ ...authenticator }));
      return authenticator;
    },
    async getAuthenticator(credentialID: string) {
      return orNull(readAuthenticator, await authenticators().find({ credentialID }));
    },
    async listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]> {
      return (await authenticators().findAll({ userId })).map(readAuthenticator);
    },
    async updateAuthenticatorCounter(credentialID: string, newCounter: number) {
      const row = await authenticators().update({ credentialID }, { counter: newCounter });
      if (!row) throw new Error("There is no authenticator with this credential id");
      return readAuthenticator(row);
    },
    async deleteAuthenticator(credentialID: string) {
      return orNull(readAuthenticator, await authenticators().take({ credentialID }));
    },
  };
}

/** The calls to a model, which is missing if the client doesn't have it and the application doesn't need it. */
function tableOf(context: ModelContext, name: TableName): () => ModelTable {
  const place = tableIn(context, name);
  const table = place && new ModelTable(context, place);
  return () => {
    if (table) return table;
    throw new TypeError(`The Prisma client has no model for ${name}. ${context.schema.toMigrate}`);
  };
}

function orNull<T>(read: (row: Row) => T, row: Row | undefined): T | null {
  return row ? read(row) : null;
}

/** A user's id as the client returns it, which may be a number. */
const idOf = (owned: Row): string => String(owned["userId"]);

async function typed<T>(key: DuplicateKey, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw typedError(error, key);
  }
}

/** Foreign keys do this, too, except where SQL Server refuses a second path of cascades. */
async function removeRowsOf(context: ModelContext, userId: string): Promise<void> {
  for (const name of ["account", "session", "authenticator"] as const) {
    const place = tableIn(context, name);
    if (place) await new ModelTable(context, place).remove({ userId });
  }
  await removeRecordsOf(context, userId);
}

async function sweep(context: ModelContext) {
  const now = new Date();
  const removeExpired = async (name: TableName, key: string): Promise<number> => {
    const place = tableIn(context, name);
    const table = place && new ModelTable(context, place);
    const fields = { key, expires: "expires" };
    return table ? inBatches((most) => table.sweep(fields, now, most)) : 0;
  };
  return {
    sessions: await removeExpired("session", "sessionToken"),
    verificationTokens: await removeExpired("verificationToken", "token"),
  };
}
