import type { AuthConfig } from "../core/auth-config.js";
import { perConfig } from "../core/engine/per-config.js";
import { processEnvironment } from "../core/values/mode.js";
import { managedEngine } from "../doors/engine.js";
import type { JWT } from "../types/jwt.js";
import { manageAccounts, type ManagedAccounts } from "./accounts.js";
import type { SessionTokens } from "./session-tokens.js";
import { manageSessions, type ManagedSessions } from "./sessions.js";
import { manageTokens, type ManagedTokens } from "./tokens.js";

export type {
  EndAllOptions,
  EndOptions,
  ListOptions,
  ManagedSessions,
  SessionInfo,
} from "./sessions.js";
export type {
  ChangeEmailSettings,
  EmailChanged,
  ManagedAccounts,
  UserSignInMethods as UserWays,
  MethodToRemove as WayToRemove,
} from "./accounts.js";
export type { AccountPasskey, AccountWay } from "../types/account-page.js";
export type { Profile } from "../core/linking/change-profile.js";
export type {
  ExportedAccount,
  ExportedPasskey,
  ExportedSession,
  UserExport,
} from "../types/user-export.js";
export { deviceName } from "../pages/device-words.js";
export type { CookieBearer } from "../doors/bearer.js";
export type { ManagedTokens } from "./tokens.js";
export type { SessionTokens } from "./session-tokens.js";
export type { AccessToken, AccessTokenOptions } from "../types/tokens.js";

/** The server functions of a configuration, outside of any request. */
export interface Manage {
  readonly accounts: ManagedAccounts;
  readonly sessions: ManagedSessions;
  readonly tokens: ManagedTokens;
}

/**
 * Returns server functions for your users: list and end sessions, read access tokens, change
 * accounts. Pass the configuration of your routes; missing options come from the environment.
 *
 * ```ts
 * const { sessions } = manage(config);
 * await sessions.endAll(userId);
 * ```
 */
export function manage(config: Omit<AuthConfig, "raw">): Manage {
  return managed(config, { env: processEnvironment() });
}

const managed = perConfig((config: Omit<AuthConfig, "raw">, { env }): Manage => {
  const engine = managedEngine(config, { env });
  return {
    accounts: manageAccounts(engine),
    sessions: manageSessions(engine),
    tokens: manageTokens(engine),
  };
});

export interface RefreshedTokensOptions extends SessionTokens {
  /** The configuration of the callback. */
  readonly config: Omit<AuthConfig, "raw">;
}

/**
 * Keeps a provider's tokens in the session token, for the `jwt` callback of an application without
 * an adapter: `access_token`, `refresh_token` and `expires_at`, refreshed once for all requests and
 * processes. If there is no valid token, `token_error` is the reason.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [Google],
 *   callbacks: {
 *     jwt: ({ token, account }) => refreshedTokens(token, { config, provider: "google", account }),
 *   },
 * };
 * ```
 */
export function refreshedTokens(
  token: JWT,
  { config, ...options }: RefreshedTokensOptions,
): Promise<JWT> {
  return manage(config).tokens.refreshed(token, options);
}
