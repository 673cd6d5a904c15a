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
import { isInMemory } from "../../types/symbols.js";
import { DuplicateError } from "../rows/duplicate.js";
import type { DuplicateKey } from "../rows/duplicate.js";
import { present } from "../rows/present.js";
import { memoryRecords, removeRecordsOf } from "./records.js";
import type { Table } from "./table.js";
import { accountKey, inTransaction, tokenKey } from "./tables.js";
import type { KeptRecord, Tables } from "./tables.js";

/**
 * The content of a memory adapter, which tests can inspect. Created by {@link createMemoryStore}.
 */
export interface MemoryStore extends Tables {
  users: Map<string, AdapterUser>;
  emails: Map<string, string>;
  accounts: Map<string, AdapterAccount>;
  sessions: Map<string, AdapterSession>;
  verificationTokens: Map<string, VerificationToken>;
  authenticators: Map<string, AdapterAuthenticator>;
  records: Map<string, KeptRecord>;
  uniques: Map<string, string>;
}

/** Creates an empty store for {@link MemoryAdapter}. */
export function createMemoryStore(): MemoryStore {
  return {
    users: new Map(),
    emails: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    verificationTokens: new Map(),
    authenticators: new Map(),
    records: new Map(),
    uniques: new Map(),
  };
}

/**
 * Stores everything in the memory of this process, for tests and demos. It has every method,
 * refuses what a database with the right keys would refuse, and copies rows in and out.
 *
 * ```ts
 * const config = { adapter: MemoryAdapter(), providers: [] };
 * const typed = MemoryAdapter<{ role: string }>(); // your own columns in the user rows
 * ```
 */
export function MemoryAdapter<Columns = unknown>(
  store?: MemoryStore,
): WholeAdapter<NoInfer<Columns>>;
export function MemoryAdapter(store: MemoryStore = createMemoryStore()): WholeAdapter {
  return Object.assign(adapterOn(store), { [isInMemory]: true });
}

function adapterOn(tables: Tables): WholeAdapter {
  return {
    ...userMethods(tables),
    ...accountMethods(tables),
    ...sessionMethods(tables),
    ...verificationTokenMethods(tables),
    ...authenticatorMethods(tables),
    records: memoryRecords(tables),
    transaction: (work) => inTransaction(tables, (layers) => work(adapterOn(layers))),
  };
}

function userMethods(tables: Tables) {
  return {
    createUser: (user: UserToCreate) =>
      asPromise(() => {
        const id = user.id || crypto.randomUUID();
        const row = copyOf({ emailVerified: null, ...user, id, email: user.email ?? "" });
        // Without an address, the email is returned as it was given: null or an empty string.
        if (user.email === null) Reflect.set(row, "email", null);
        refuseTaken(tables.users, row.id, "user.id");
        claimEmail(tables, row);
        tables.users.set(row.id, row);
        return copyOf(row);
      }),
    getUser: (id: string) => asPromise(() => copyOf(tables.users.get(id) ?? null)),
    getUserByEmail: (email: string) =>
      asPromise(() => {
        const id = tables.emails.get(email);
        return copyOf(id === undefined ? null : (tables.users.get(id) ?? null));
      }),
    getUserByAccount: (key: Pick<AdapterAccount, "provider" | "providerAccountId">) =>
      asPromise(() => {
        const account = tables.accounts.get(accountKey(key));
        return copyOf(account ? (tables.users.get(account.userId) ?? null) : null);
      }),
    updateUser: (changes: Partial<AdapterUser> & Pick<AdapterUser, "id">) =>
      asPromise(() => {
        const row = copyOf({ ...ownerOf(tables, changes.id), ...present(changes) });
        claimEmail(tables, row);
        tables.users.set(row.id, row);
        return copyOf(row);
      }),
    listUsers: ({ after = "", limit, search = "" }: UserQuery) =>
      asPromise(() => {
        const sought = search.toLowerCase();
        const isFound = ({ id, email, name }: AdapterUser) =>
          id > after && [email, name].some((text) => text?.toLowerCase().includes(sought));
        const found = Array.from(tables.users.entries(), ([, user]) => user).filter(isFound);
        return found
          .sort((a, b) => (a.id < b.id ? -1 : 1))
          .slice(0, limit)
          .map(copyOf);
      }),
    deleteUser: (id: string) =>
      asPromise(() => {
        const user = tables.users.get(id) ?? null;
        if (user) tables.emails.delete(user.email);
        removeRowsOf(id, tables.accounts);
        removeRowsOf(id, tables.sessions);
        removeRowsOf(id, tables.authenticators);
        removeRecordsOf(tables, { table: "user", id });
        tables.users.delete(id);
        return copyOf(user);
      }),
  };
}

function accountMethods(tables: Tables) {
  return {
    linkAccount: (account: AdapterAccount) =>
      asPromise(() => {
        ownerOf(tables, account.userId);
        const key = accountKey(account);
        refuseTaken(tables.accounts, key, "account");
        tables.accounts.set(key, copyOf(account));
        return copyOf(account);
      }),
    unlinkAccount: (key: Pick<AdapterAccount, "provider" | "providerAccountId">) =>
      asPromise(() => takeRow(tables.accounts, accountKey(key))),
    getAccount: (providerAccountId: string, provider: string) =>
      asPromise(() =>
        copyOf(tables.accounts.get(accountKey({ provider, providerAccountId })) ?? null),
      ),
    listAccountsByUserId: (userId: string) => asPromise(() => rowsOf(userId, tables.accounts)),
    updateAccount: (changes: Partial<AdapterAccount> & AccountKey) =>
      asPromise(() => {
        const account = tables.accounts.get(accountKey(changes));
        if (!account) return null;
        const row = copyOf({ ...account, ...present(changes) });
        ownerOf(tables, row.userId);
        tables.accounts.set(accountKey(row), row);
        return copyOf(row);
      }),
  };
}

function sessionMethods(tables: Tables) {
  return {
    createSession: (session: AdapterSession) =>
      asPromise(() => {
        ownerOf(tables, session.userId);
        refuseTaken(tables.sessions, session.sessionToken, "session");
        tables.sessions.set(session.sessionToken, copyOf(session));
        return copyOf(session);
      }),
    getSessionAndUser: (sessionToken: string) =>
      asPromise(() => {
        const session = tables.sessions.get(sessionToken);
        const user = session && tables.users.get(session.userId);
        return user ? { session: copyOf(session), user: copyOf(user) } : null;
      }),
    updateSession: (changes: Partial<AdapterSession> & Pick<AdapterSession, "sessionToken">) =>
      asPromise(() => {
        const session = tables.sessions.get(changes.sessionToken);
        if (!session) return null;
        const row = copyOf({ ...session, ...present(changes) });
        ownerOf(tables, row.userId);
        tables.sessions.set(row.sessionToken, row);
        return copyOf(row);
      }),
    deleteSession: (sessionToken: string) =>
      asPromise(() => takeRow(tables.sessions, sessionToken) ?? null),
    deleteSessionsByUserId: (id: string) => asPromise(() => removeRowsOf(id, tables.sessions)),
    deleteOtherSessions: (id: string, sessionToken: string) =>
      asPromise(() => removeRowsOf(id, tables.sessions, sessionToken)),
  };
}

function verificationTokenMethods(tables: Tables) {
  return {
    createVerificationToken: (token: VerificationToken) =>
      asPromise(() => {
        refuseTaken(tables.verificationTokens, tokenKey(token), "verificationToken");
        tables.verificationTokens.set(tokenKey(token), copyOf(token));
        return copyOf(token);
      }),
    useVerificationToken: (key: Pick<VerificationToken, "identifier" | "token">) =>
      asPromise(() => takeRow(tables.verificationTokens, tokenKey(key)) ?? null),
  };
}

function authenticatorMethods(tables: Tables) {
  return {
    createAuthenticator: (authenticator: AdapterAuthenticator) =>
      asPromise(() => {
        ownerOf(tables, authenticator.userId);
        refuseTaken(tables.authenticators, authenticator.credentialID, "authenticator");
        tables.authenticators.set(authenticator.credentialID, copyOf(authenticator));
        return copyOf(authenticator);
      }),
    getAuthenticator: (credentialID: string) =>
      asPromise(() => copyOf(tables.authenticators.get(credentialID) ?? null)),
    listAuthenticatorsByUserId: (userId: string) =>
      asPromise(() => rowsOf(userId, tables.authenticators)),
    updateAuthenticatorCounter: (credentialID: string, newCounter: number) =>
      asPromise(() => {
        const authenticator = tables.authenticators.get(credentialID);
        if (!authenticator) throw new Error("There is no authenticator with this credential id");
        const row = { ...authenticator, counter: newCounter };
        tables.authenticators.set(credentialID, row);
        return copyOf(row);
      }),
    deleteAuthenticator: (credentialID: string) =>
      asPromise(() => takeRow(tables.authenticators, credentialID) ?? null),
  };
}

/** Runs `work` now; what it throws becomes a rejection. */
function asPromise<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function copyOf<T>(row: T): T {
  return structuredClone(row);
}

function takeRow<Row>(table: Table<Row>, key: string): Row | undefined {
  const row = table.get(key);
  if (row !== undefined) table.delete(key);
  return row;
}

function ownerOf(tables: Tables, userId: string): AdapterUser {
  const user = tables.users.get(userId);
  if (!user) throw new Error("There is no user with this id");
  return user;
}

function refuseTaken<Row>(table: Table<Row>, key: string, kind: DuplicateKey): void {
  if (table.get(key) !== undefined) throw new DuplicateError(kind);
}

/** Assigns the address to the user and releases the former one. */
function claimEmail(tables: Tables, user: AdapterUser): void {
  const former = tables.users.get(user.id)?.email;
  if (former === user.email) return;
  // Some providers return no address. Those users don't share one.
  if (user.email) {
    refuseTaken(tables.emails, user.email, "user.email");
    tables.emails.set(user.email, user.id);
  }
  if (former) tables.emails.delete(former);
}

function rowsOf<Row extends { userId: string }>(userId: string, table: Table<Row>): Row[] {
  return Array.from(table.entries(), ([, row]) => row)
    .filter((row) => row.userId === userId)
    .map(copyOf);
}

function removeRowsOf<Row extends { userId: string }>(
  userId: string,
  table: Table<Row>,
  spared?: string,
): void {
  for (const [key, row] of Array.from(table.entries())) {
    if (row.userId === userId && key !== spared) table.delete(key);
  }
}
