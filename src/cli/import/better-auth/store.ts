import type { AdapterAccount, AdapterSession } from "../../../types/adapter.js";
import type { Store } from "../../../types/store.js";
import { isForeign, type ImportedUser } from "./convert.js";
import type { AuthenticatorApp } from "./two-factor.js";

/** Where to store users. */
export interface Target {
  readonly store: Pick<
    Store,
    | "getUser"
    | "getUserByEmail"
    | "getUserByAccount"
    | "createUser"
    | "deleteUser"
    | "linkAccount"
    | "createSession"
  >;
  /** Whether sessions are rows. */
  readonly keepsSessions: boolean;
  /** Both resolve to whether the value was stored: it isn't if the user already has one. */
  readonly addPassword: (userId: string, hash: string) => Promise<boolean>;
  readonly addApp: (userId: string, app: AuthenticatorApp) => Promise<boolean>;
}

/** The same for `--dry-run`, which only reads. */
export function withoutWrites(target: Target): Target {
  return {
    ...target,
    store: {
      ...target.store,
      createUser: (user) => Promise.resolve({ ...user, email: user.email ?? "" }),
      linkAccount: () => Promise.resolve(),
      createSession: (session) => Promise.resolve(session),
    },
    addPassword: () => Promise.resolve(true),
    addApp: () => Promise.resolve(true),
  };
}

/** The result of storing one user. */
export interface Stored {
  /**
   * "known": the user exists already. "conflict": another user has the address, so nothing was
   * stored.
   */
  readonly user: "new" | "known" | "conflict";
  readonly accounts: number;
  /** "foreign": in a format that the provider's `verify` must support. */
  readonly password: "own" | "foreign" | undefined;
  readonly app: boolean;
  readonly sessions: readonly AdapterSession[];
}

const nothing: Stored = {
  user: "conflict",
  accounts: 0,
  password: undefined,
  app: false,
  sessions: [],
};

type Decrypt = (encrypted: NonNullable<ImportedUser["twoFactor"]>) => Promise<AuthenticatorApp>;

/** Stores a new user, or adds what an existing one lacks. */
export async function storeUser(
  imported: ImportedUser,
  target: Target,
  decrypt: Decrypt,
): Promise<Stored> {
  const { user, twoFactor } = imported;
  const { store } = target;
  const isKnown = (await store.getUser(user.id)) !== null;
  if (!isKnown && (await store.getUserByEmail(user.email))) return nothing;
  // Decrypted before anything is written, so that no user is stored without their second factor.
  const app = twoFactor && (await decrypt(twoFactor));
  // An existing user's sessions may have ended since.
  if (isKnown) return { user: "known", ...(await storeRest(imported, target, app)), sessions: [] };
  await createUser(target, imported);
  try {
    const rest = await storeRest(imported, target, app);
    const sessions = target.keepsSessions ? await storeSessions(target, imported) : [];
    return { user: "new", ...rest, sessions };
  } catch (error) {
    // So that the next run stores all of them.
    await store.deleteUser(user.id);
    throw error;
  }
}

async function storeRest(
  { user, accounts, password }: ImportedUser,
  { store, ...target }: Target,
  app: AuthenticatorApp | undefined,
): Promise<Pick<Stored, "app" | "password" | "accounts">> {
  const hasApp = app !== undefined && (await target.addApp(user.id, app));
  const hasPassword = password !== undefined && (await target.addPassword(user.id, password));
  return {
    app: hasApp,
    password: hasPassword ? (isForeign(password) ? "foreign" : "own") : undefined,
    accounts: await storeAccounts(store, accounts),
  };
}

async function createUser({ store }: Target, { user }: ImportedUser): Promise<void> {
  const created = await store.createUser(user);
  if (created.id === user.id) return;
  await store.deleteUser(created.id);
  throw new Error(
    "The adapter of your configuration generates its own user ids, so references in your other tables would break. Use one that keeps ids, such as SqlAdapter, for the import.",
  );
}

async function storeAccounts(
  store: Target["store"],
  accounts: readonly AdapterAccount[],
): Promise<number> {
  let count = 0;
  for (const account of accounts) {
    if (await store.getUserByAccount(account)) continue;
    await store.linkAccount(account);
    count += 1;
  }
  return count;
}

async function storeSessions(
  { store }: Target,
  { sessions }: ImportedUser,
): Promise<readonly AdapterSession[]> {
  for (const session of sessions) await store.createSession(session);
  return sessions;
}
