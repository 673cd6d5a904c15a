import type { AdapterSession } from "../../../types/adapter.js";
import type { Store } from "../../../types/store.js";
import { isForeign, type ImportedUser } from "./convert.js";
import type { AuthenticatorApp, DecryptApp } from "./two-factor.js";

/** Where to store users. */
export interface Target {
  readonly store: Store;
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
  readonly id: string;
  /**
   * "known": the user exists already. "conflict": another user has the address, so nothing was
   * stored.
   */
  readonly user: "new" | "known" | "conflict";
  readonly accounts: number;
  /** "foreign": in a format that the provider's `verify` must support. */
  readonly password?: "own" | "foreign" | undefined;
  readonly app: boolean;
  readonly sessions: readonly AdapterSession[];
}

/** Stores a new user, or adds what an existing one lacks. */
export async function storeUser(
  imported: ImportedUser,
  target: Target,
  decrypt: DecryptApp,
): Promise<Stored> {
  const { user, twoFactor } = imported;
  const { store } = target;
  const { id } = user;
  const isKnown = (await store.getUser(id)) !== null;
  if (!isKnown && (await store.getUserByEmail(user.email))) {
    return { id, user: "conflict", accounts: 0, app: false, sessions: [] };
  }
  // Decrypted before anything is written, so that no user is stored without their second factor.
  const app = twoFactor && (await decrypt(twoFactor));
  // An existing user's sessions may have ended since.
  if (isKnown) return { ...(await storeRest(imported, target, app)), user: "known", sessions: [] };
  await createUser(store, user);
  try {
    const rest = await storeRest(imported, target, app);
    const sessions = target.keepsSessions ? imported.sessions : [];
    for (const session of sessions) await store.createSession(session);
    return { ...rest, user: "new", sessions };
  } catch (error) {
    // So that the next run stores all of them.
    await store.deleteUser(id);
    throw error;
  }
}

async function storeRest(
  { user: { id }, accounts, password }: ImportedUser,
  { store, addApp, addPassword }: Target,
  app: AuthenticatorApp | undefined,
): Promise<Pick<Stored, "id" | "app" | "password" | "accounts">> {
  const hasApp = app !== undefined && (await addApp(id, app));
  const hasPassword = password !== undefined && (await addPassword(id, password));
  let count = 0;
  for (const account of accounts) {
    if (await store.getUserByAccount(account)) continue;
    await store.linkAccount(account);
    count += 1;
  }
  return {
    id,
    app: hasApp,
    password: hasPassword ? (isForeign(password) ? "foreign" : "own") : undefined,
    accounts: count,
  };
}

async function createUser(store: Store, user: ImportedUser["user"]): Promise<void> {
  const created = await store.createUser(user);
  if (created.id === user.id) return;
  await store.deleteUser(created.id);
  throw new Error(
    "The adapter of your configuration generates its own user ids, so references in your other tables would break. Use one that keeps ids, such as SqlAdapter, for the import.",
  );
}
