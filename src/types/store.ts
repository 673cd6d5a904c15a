import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  NewUser,
  UserQuery,
  VerificationToken,
} from "./adapter.js";
import type { Records, Row, RowOf, Table } from "./records.js";
import type { SharedState } from "./state.js";

/** What is wrong with the existing tables. */
export interface TableReport {
  readonly warnings: readonly string[];
}

/** Covers the core's tables and those a configuration declares. */
export type ExamineTables = (declared: object) => Promise<TableReport>;

/** The owner of an address, and the owner of an account. */
export interface UsersFound {
  readonly byEmail: AdapterUser | null;
  readonly byAccount: AdapterUser | null;
}

/** A row of a plugin as stored, and the user it references. */
export interface StoredRowAndUser {
  readonly row: Row;
  readonly user: AdapterUser;
}

export interface RowAndUser<T extends Table> {
  readonly row: RowOf<T>;
  readonly user: AdapterUser;
}

export type AdapterMethod = Exclude<keyof Adapter, "transaction" | "records">;

/**
 * The adapter as the library uses it: every method exists, is asynchronous and has a time limit, and either
 * returns what the contract says or throws an `AdapterError`.
 */
export interface Store {
  createUser(user: NewUser): Promise<AdapterUser>;
  getUser(id: string): Promise<AdapterUser | null>;
  /** What `rowAndUser` of latchkey/plugin reads in one query; undefined if the adapter can't. */
  joinRow(table: Table, id: string): Promise<StoredRowAndUser | null | undefined>;
  getUserByEmail(email: string): Promise<AdapterUser | null>;
  getUserByAccount(account: AccountKey): Promise<AdapterUser | null>;
  /** The owner of this address, if given, and of this account. */
  findUsers(email: string | null, account: AccountKey): Promise<UsersFound>;
  /** Users ordered by id. */
  listUsers(query: UserQuery): Promise<AdapterUser[]>;
  updateUser(user: Partial<AdapterUser> & Pick<AdapterUser, "id">): Promise<AdapterUser>;
  deleteUser(userId: string): Promise<void>;
  linkAccount(account: AdapterAccount): Promise<void>;
  unlinkAccount(account: AccountKey): Promise<void>;
  getAccount(providerAccountId: string, provider: string): Promise<AdapterAccount | null>;
  listAccountsByUserId(userId: string): Promise<AdapterAccount[]>;
  updateAccount(account: Partial<AdapterAccount> & AccountKey): Promise<void>;
  createSession(session: AdapterSession): Promise<AdapterSession>;
  getSessionAndUser(
    sessionToken: string,
  ): Promise<{ session: AdapterSession; user: AdapterUser } | null>;
  updateSession(session: Pick<AdapterSession, "sessionToken" | "expires">): Promise<void>;
  /** The deleted row, if the adapter returns it. */
  deleteSession(sessionToken: string): Promise<AdapterSession | null>;
  deleteSessionsByUserId(userId: string): Promise<void>;
  deleteOtherSessions(userId: string, sessionToken: string): Promise<void>;
  createVerificationToken(token: VerificationToken): Promise<void>;
  useVerificationToken(key: {
    identifier: string;
    token: string;
  }): Promise<VerificationToken | null>;
  /**
   * Takes the row with one of these tokens, in one step: of several concurrent callers, one gets it.
   * Undefined if the adapter can't.
   */
  useOneVerificationToken(key: {
    identifier: string;
    tokens: readonly string[];
  }): Promise<VerificationToken | null | undefined>;
  createAuthenticator(authenticator: AdapterAuthenticator): Promise<AdapterAuthenticator>;
  getAuthenticator(credentialID: string): Promise<AdapterAuthenticator | null>;
  listAuthenticatorsByUserId(userId: string): Promise<AdapterAuthenticator[]>;
  updateAuthenticatorCounter(credentialID: string, newCounter: number): Promise<void>;
  deleteAuthenticator(credentialID: string): Promise<void>;

  /** The rows of providers and plugins. */
  readonly records: Records;
  /** Whether the adapter has records. */
  keepsRecords(): Promise<boolean>;
  /** The shared state in the store: see `core/state/adapter-state.ts`. */
  sharedState(): Promise<SharedState | null | undefined>;
  /** What its tables lack, if the adapter can tell: see `core/records/examined.ts`. */
  examineTables(...given: Parameters<ExamineTables>): Promise<TableReport | undefined>;
  /** Which of these methods the adapter lacks. */
  missing<Method extends string = AdapterMethod>(methods: readonly Method[]): Promise<Method[]>;
  /** What to do about missing methods, if the adapter can tell: see `adapters/lacks.ts`. */
  whyMissing(): Promise<string | undefined>;
  /** Whether the adapter has transactions. */
  transactional(): Promise<boolean>;
  /** Runs `work` in a transaction. `work` must use the store it's given. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
}
