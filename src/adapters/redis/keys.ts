import type { AccountKey, VerificationToken } from "../../types/adapter.js";

/** The names of the keys. All share a hash tag, so a cluster keeps them in one slot. */
export interface Keys {
  user(id: string): string;
  email(email: string): string;
  account(key: AccountKey): string;
  session(sessionToken: string): string;
  verificationToken(key: Pick<VerificationToken, "identifier" | "token">): string;
  authenticator(credentialID: string): string;
  /** The keys of the user's accounts. */
  accountsOf(userId: string): string;
  /** The keys of the user's sessions, by expiry. */
  sessionsOf(userId: string): string;
  /** The keys of the user's authenticators. */
  authenticatorsOf(userId: string): string;
  /** Keys of records, prefixed with their purpose. */
  record(name: string): string;
}

export function keysWith(prefix: string): Keys {
  const tagged = /\{[^{}]+\}/.test(prefix) ? prefix : `{${prefix}}`;
  const named = (kind: string) => (name: string) => `${tagged}${kind}:${name}`;
  const [account, verificationToken] = [named("account"), named("verification-token")];
  return {
    user: named("user"),
    email: named("email"),
    account: ({ provider, providerAccountId }) =>
      account(JSON.stringify([provider, providerAccountId])),
    session: named("session"),
    verificationToken: ({ identifier, token }) =>
      verificationToken(JSON.stringify([identifier, token])),
    authenticator: named("authenticator"),
    accountsOf: named("accounts-of"),
    sessionsOf: named("sessions-of"),
    authenticatorsOf: named("authenticators-of"),
    record: (name) => `${tagged}${name}`,
  };
}
