import type { AccountPasskey } from "./account-page.js";

/** What the library stores about a user. Secrets, such as hashes, keys and tokens of providers, are left out. */
export interface UserExport {
  /** ISO 8601, in UTC, as all times here. */
  readonly exportedAt: string;
  readonly user: {
    readonly id: string;
    readonly name: string | null;
    readonly email: string | null;
    readonly emailVerified: string | null;
    readonly image: string | null;
  };
  /**
   * Provider accounts and mailboxes that sign in as the user; null if the adapter can't list them.
   */
  readonly accounts: readonly ExportedAccount[] | null;
  readonly passkeys: readonly ExportedPasskey[] | null;
  /** Whether there is a password; null if passwords aren't configured. */
  readonly password: boolean | null;
  /** Null if no plugin lists sessions. */
  readonly sessions: readonly ExportedSession[] | null;
  /** What plugins store, by the name of the plugin. */
  readonly plugins: Readonly<Record<string, unknown>>;
}

export interface ExportedAccount {
  readonly provider: string;
  readonly type: string;
  /** Its id at the provider. */
  readonly account: string;
  /** What the application may do with it. */
  readonly scope: string | null;
}

export type ExportedPasskey = Pick<
  AccountPasskey,
  "id" | "provider" | "name" | "createdAt" | "lastUsedAt" | "synced" | "transports"
>;

export interface ExportedSession {
  readonly id: string;
  readonly provider: string | null;
  readonly signedInAt: string;
  readonly lastSeenAt: string;
  readonly expires: string;
  readonly userAgent: string | null;
  readonly ip: string | null;
}
