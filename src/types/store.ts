import type { Records } from "../core/records.js";
import type { ExamineTables, TableReport } from "../core/records/examined.js";
import type { SharedState } from "./state.js";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  NewUser,
  VerificationToken,
} from "./adapter.js";

/** Who has an address, and who has an account. */
export interface UsersFound {
  readonly byEmail: AdapterUser | null;
  readonly byAccount: AdapterUser | null;
}

export type AdapterMethod = Exclude<keyof Adapter, "transaction" | "records">;

/**
 * The adapter as the library uses it: every method is there and asynchronous, bounded in time, and
 * either gives what the contract says or throws an `AdapterError`.
 */
export interface Store {
  createUser(user: NewUser): Promise<AdapterUser>;
  getUser(id: string): Promise<AdapterUser | null>;
  getUserByEmail(email: string): Promise<AdapterUser | null>;
  getUserByAccount(account: AccountKey): Promise<AdapterUser | null>;
  /** Whose address this is, if any is given, and whose account. */
  findUsers(email: string | null, account: AccountKey): Promise<UsersFound>;
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
  /** What was deleted, where the adapter tells. */
  deleteSession(sessionToken: string): Promise<AdapterSession | null>;
  deleteSessionsByUserId(userId: string): Promise<void>;
  createVerificationToken(token: VerificationToken): Promise<void>;
  useVerificationToken(key: {
    identifier: string;
    token: string;
  }): Promise<VerificationToken | null>;
  /**
   * Takes the row that has one of these tokens, in one step: of many callers at once, one gets it. Undefined when the
   * adapter can not.
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
  /** The shared state that the store can hold: see `state/brought.ts`. */
  sharedState(): Promise<SharedState | null | undefined>;
  /** What its tables lack, if the adapter can tell: see `core/records/examined.ts`. */
  examineTables(...given: Parameters<ExamineTables>): Promise<TableReport | undefined>;
  /** The methods among these that the adapter does not have. */
  missing<Method extends string = AdapterMethod>(methods: readonly Method[]): Promise<Method[]>;
  /** Whether the adapter has transactions. */
  transactional(): Promise<boolean>;
  /** Runs `work` as a whole or not at all. `work` must use the store it is given. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;
}
