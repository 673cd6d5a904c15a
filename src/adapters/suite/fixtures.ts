import type {
  AccountKey,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../types/adapter.js";
import type { With } from "./case.js";

const day = 86_400_000;

/** A date some days from now, with nonzero milliseconds. */
export function inDays(days: number): Date {
  const whole = Math.floor((Date.now() + days * day) / 1000) * 1000;
  return new Date(whole + 123);
}

export function newUser(): AdapterUser {
  const id = crypto.randomUUID();
  return {
    id,
    name: "Zoë Ünïcode 🔑",
    email: `${id}@example.org`,
    emailVerified: null,
    image: `https://example.org/${id}.png`,
  };
}

/** A user in the store. */
export async function storedUser(
  adapter: With<"createUser">,
  changes: Partial<AdapterUser> = {},
): Promise<AdapterUser> {
  return adapter.createUser({ ...newUser(), ...changes });
}

export function newAccount(userId: string): AdapterAccount {
  return {
    userId,
    type: "oauth",
    provider: "example",
    providerAccountId: crypto.randomUUID(),
    access_token: `access ${"a".repeat(2000)}`,
    refresh_token: "refresh",
    id_token: "identity",
    scope: "openid email",
    token_type: "bearer",
    expires_at: 2_100_000_000,
    session_state: "state",
  };
}

/** An account in the store, of a new user unless `changes` names one. */
export async function storedAccount(
  adapter: With<"createUser" | "linkAccount">,
  changes: Partial<AdapterAccount> = {},
): Promise<AdapterAccount> {
  const userId = changes.userId ?? (await storedUser(adapter)).id;
  const account = { ...newAccount(userId), ...changes };
  await adapter.linkAccount(account);
  return account;
}

export function newSession(userId: string): AdapterSession {
  return { sessionToken: crypto.randomUUID(), userId, expires: inDays(30) };
}

export async function storedSession(
  adapter: With<"createUser" | "createSession">,
  changes: Partial<AdapterSession> = {},
): Promise<AdapterSession> {
  const userId = changes.userId ?? (await storedUser(adapter)).id;
  const session = { ...newSession(userId), ...changes };
  await adapter.createSession(session);
  return session;
}

export function newVerificationToken(): VerificationToken {
  const identifier = `${crypto.randomUUID()}@example.org`;
  return { identifier, token: crypto.randomUUID(), expires: inDays(1) };
}

export function newAuthenticator(userId: string): AdapterAuthenticator {
  return {
    userId,
    credentialID: btoa(crypto.randomUUID()),
    providerAccountId: crypto.randomUUID(),
    credentialPublicKey: btoa("a public key"),
    counter: 0,
    credentialDeviceType: "multiDevice",
    credentialBackedUp: true,
    transports: "internal,hybrid",
  };
}

export async function storedAuthenticator(
  adapter: With<"createUser" | "createAuthenticator">,
  changes: Partial<AdapterAuthenticator> = {},
): Promise<AdapterAuthenticator> {
  const userId = changes.userId ?? (await storedUser(adapter)).id;
  const authenticator = { ...newAuthenticator(userId), ...changes };
  await adapter.createAuthenticator(authenticator);
  return authenticator;
}

/** The key of an account. Some adapters search by every member that they are passed. */
export function keyOf({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}
