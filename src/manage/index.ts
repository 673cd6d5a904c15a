import { processEnvironment } from "../mode.js";
import { managedEngine } from "./engine.js";
import { perConfig } from "../engine/per-config.js";
import type { AuthConfig } from "../types/config.js";
import type { JWT } from "../types/jwt.js";
import type { SessionTokens } from "../tokens/in-session.js";
import { manageAccounts, type ManagedAccounts } from "./accounts.js";
import { manageSessions, type ManagedSessions } from "./sessions.js";
import { manageTokens, type ManagedTokens } from "./tokens.js";

export type { EndAllOptions, EndOptions, ListOptions, ManagedSessions } from "./sessions.js";
export type { ManagedAccounts, UserWays, WayToRemove } from "./accounts.js";
export type { AccountPasskey, AccountWay } from "../types/account-page.js";
export { deviceName } from "../pages/device-words.js";
export type { CookieBearer } from "./bearer.js";
export type { SessionInfo } from "./info.js";
export type { ManagedTokens } from "./tokens.js";
export type { SessionTokens } from "../tokens/in-session.js";
export type { AccessToken, AccessTokenOptions } from "../types/tokens.js";

/** What a server can do for its users, outside of any request of theirs. */
export interface Manage {
  readonly accounts: ManagedAccounts;
  readonly sessions: ManagedSessions;
  readonly tokens: ManagedTokens;
}

/**
 * Looks after the users of an application, from the server: their sessions are listed and ended here,
 * and their access tokens kept in working order.
 * Give it the configuration that the application's routes have; what that leaves open is taken from
 * the environment, as there.
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
  /** The configuration that the callback belongs to. */
  readonly config: Omit<AuthConfig, "raw">;
}

/**
 * For the `jwt` callback of an application without an adapter: the session token holds `access_token`,
 * `refresh_token` and `expires_at` of one provider, refreshed when they have to be, once between all
 * requests and processes. When that is not possible `token_error` says why.
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
