import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
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
  const { users, emails, accounts } = tables;
  const userWith = (id: string | undefined) =>
    copyOf(id === undefined ? null : (users.get(id) ?? null));
  return {
    async createUser(user) {
      const id = user.id || crypto.randomUUID();
      const row = copyOf({ emailVerified: null, ...user, id, email: user.email ?? "" });
      // Without an address, the email is returned as it was given: null or an empty string.
      if (user.email === null) Reflect.set(row, "email", null);
      refuseTaken(users, row.id, "user.id");
      claimEmail(tables, row);
      users.set(row.id, row);
      return copyOf(row);
    },
    getUser: async (id) => userWith(id),
    getUserByEmail: async (email) => userWith(emails.get(email)),
    getUserByAccount: async (key) => userWith(accounts.get(accountKey(key))?.userId),
    async updateUser(changes) {
      const row = copyOf({ ...ownerOf(tables, changes.id), ...present(changes) });
      claimEmail(tables, row);
      users.set(row.id, row);
      return copyOf(row);
    },
    async listUsers({ after = "", limit, search = "" }) {
      const sought = search.toLowerCase();
      const isFound = ({ id, email, name }: AdapterUser) =>
        id > after &&
        (sought === "" || [email, name].some((text) => text?.toLowerCase().includes(sought)));
      const found = Array.from(users.entries(), ([, user]) => user).filter(isFound);
      return found
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(copyOf);
    },
    async deleteUser(id) {
      const user = takeRow(users, id);
      if (user) emails.delete(user.email);
      removeRowsOf(id, accounts);
      removeRowsOf(id, tables.sessions);
      removeRowsOf(id, tables.authenticators);
      removeRecordsOf(tables, { table: "user", id });
      return user;
    },
  } satisfies Partial<WholeAdapter>;
}

function accountMethods(tables: Tables) {
  const { accounts } = tables;
  return {
    async linkAccount(account) {
      ownerOf(tables, account.userId);
      const key = accountKey(account);
      refuseTaken(accounts, key, "account");
      accounts.set(key, copyOf(account));
      return copyOf(account);
    },
    unlinkAccount: async (key) => takeRow(accounts, accountKey(key)) ?? undefined,
    getAccount: async (providerAccountId, provider) =>
      copyOf(accounts.get(accountKey({ provider, providerAccountId })) ?? null),
    listAccountsByUserId: async (userId) => rowsOf(userId, accounts),
    updateAccount: async (changes) => updateRow(tables, accounts, [accountKey(changes), changes]),
  } satisfies Adapter;
}

function sessionMethods(tables: Tables) {
  const { sessions } = tables;
  return {
    async createSession(session) {
      ownerOf(tables, session.userId);
      refuseTaken(sessions, session.sessionToken, "session");
      sessions.set(session.sessionToken, copyOf(session));
      return copyOf(session);
    },
    async getSessionAndUser(sessionToken) {
      const session = sessions.get(sessionToken);
      const user = session && tables.users.get(session.userId);
      return user ? { session: copyOf(session), user: copyOf(user) } : null;
    },
    updateSession: async (changes) => updateRow(tables, sessions, [changes.sessionToken, changes]),
    deleteSession: async (sessionToken) => takeRow(sessions, sessionToken),
    deleteSessionsByUserId: async (id) => removeRowsOf(id, sessions),
    deleteOtherSessions: async (id, sessionToken) => removeRowsOf(id, sessions, sessionToken),
  } satisfies Adapter;
}

function verificationTokenMethods({ verificationTokens }: Tables) {
  return {
    async createVerificationToken(token) {
      refuseTaken(verificationTokens, tokenKey(token), "verificationToken");
      verificationTokens.set(tokenKey(token), copyOf(token));
      return copyOf(token);
    },
    useVerificationToken: async (key) => takeRow(verificationTokens, tokenKey(key)),
  } satisfies Adapter;
}

function authenticatorMethods(tables: Tables) {
  const { authenticators } = tables;
  return {
    async createAuthenticator(authenticator) {
      ownerOf(tables, authenticator.userId);
      refuseTaken(authenticators, authenticator.credentialID, "authenticator");
      authenticators.set(authenticator.credentialID, copyOf(authenticator));
      return copyOf(authenticator);
    },
    getAuthenticator: async (credentialID) => copyOf(authenticators.get(credentialID) ?? null),
    listAuthenticatorsByUserId: async (userId) => rowsOf(userId, authenticators),
    async updateAuthenticatorCounter(credentialID, counter) {
      const row = updateRow(tables, authenticators, [credentialID, { counter }]);
      if (!row) throw new Error("There is no authenticator with this credential id");
      return row;
    },
    deleteAuthenticator: async (credentialID) => takeRow(authenticators, credentialID),
  } satisfies Adapter;
}

function copyOf<T>(row: T): T {
  return structuredClone(row);
}

/** Deletes a row and returns it. */
function takeRow<Row>(table: Table<Row>, key: string): Row | null {
  const row = table.get(key);
  if (row === undefined) return null;
  table.delete(key);
  return copyOf(row);
}

/** Changes what is given of a row of a user and returns the row; null if there is none. */
function updateRow<Row extends { userId: string }>(
  tables: Tables,
  table: Table<Row>,
  [key, changes]: readonly [key: string, changes: Partial<Row>],
): Row | null {
  const former = table.get(key);
  if (!former) return null;
  const row = copyOf({ ...former, ...present(changes) });
  ownerOf(tables, row.userId);
  table.set(key, row);
  return copyOf(row);
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
