import type {
  AnyPlugins,
  AnyProviders,
  AuthConfig,
  IntegrationConfig,
} from "../core/auth-config.js";
import type { ResponseInternal } from "../types/http.js";
import type { JWT } from "../types/jwt.js";
import type { AnySession } from "../types/session.js";
import { raw } from "../types/symbols.js";
import { engineFor } from "./engine.js";

/**
 * Handles a request to one of the routes below `basePath`: sign-in, sign-out, provider callbacks,
 * the session, the built-in pages.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [GitHub],
 *   secret: process.env.AUTH_SECRET,
 *   trustHost: true,
 * };
 * export const handler = (request: Request) => Auth(request, config);
 * ```
 *
 * Keep the configuration in one object: what doesn't depend on the request is computed once per
 * object. A copy per request (`{ ...config }`) shares it.
 *
 * With `raw: raw` it resolves to plain data instead, and throws an `AuthError` where a browser
 * would be sent to an error page.
 */
export function Auth(
  request: Request,
  config: AuthConfig & { raw: typeof raw },
): Promise<ResponseInternal>;
export function Auth(request: Request, config: Omit<AuthConfig, "raw">): Promise<Response>;
export function Auth(request: Request, config: AuthConfig): Promise<Response | ResponseInternal> {
  const engine = engineFor(config);
  return config.raw === raw ? engine.handleRaw(request) : engine.handle(request);
}

/**
 * Returns the configuration unchanged, with inferred types: callbacks know the adapter's columns,
 * the session has the type that the `session` callback returns, and provider ids are checked.
 *
 * ```ts
 * export const config = defineConfig({
 *   providers: [GitHub],
 *   callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
 * });
 * const session = await getSession(req, config); // session.role is a string
 * ```
 */
export function defineConfig<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: IntegrationConfig<Returned, Providers, Columns, Token, Plugins>,
): IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {
  return config;
}

export { isDate } from "../adapters/is-date.js";
export { createActionURL } from "../core/config/action-url.js";
export { setEnvDefaults } from "../core/config/env.js";
export { isAuthAction } from "../core/engine/routes.js";
export { customFetch, privateOrigins, raw, skipCSRFCheck } from "../types/symbols.js";
// So that the declarations of an application can name the type of `defineConfig(…)`.
export type { AnyPlugins, AnyProviders, IntegrationConfig } from "../core/auth-config.js";
export type { AnySession } from "../types/session.js";
export type { Plugin } from "../core/plugin.js";
export type { JWT } from "../types/jwt.js";
export type { PasswordConfig } from "../types/password.js";
export type { AdapterUser } from "../types/adapter.js";
export type { EmailConfig } from "../types/email.js";
export type { CredentialsConfig, OAuth2Config, OIDCConfig } from "../types/providers.js";
export type { WebAuthnConfig } from "../types/webauthn.js";
export type {
  Account,
  AuthAction,
  AuthConfig,
  DefaultSession,
  Profile,
  ProviderIdsOf,
  ResponseInternal,
  Session,
  SessionOf,
  User,
} from "./types.js";
