import { engineFor } from "./doors/engine.js";
import { raw } from "./symbols.js";
import type { AnyPlugins, AnyProviders, AuthConfig, IntegrationConfig } from "./types/config.js";
import type { ResponseInternal } from "./types/http.js";
import type { JWT } from "./types/jwt.js";
import type { DefaultSession } from "./types/session.js";

/**
 * Answers a request to one of the routes below `basePath`: sign-in, sign-out, provider callbacks,
 * the session, the built-in pages.
 *
 * ```ts
 * const config: AuthConfig = { providers: [GitHub], secret: process.env.AUTH_SECRET, trustHost: true };
 * export const handler = (request: Request) => Auth(request, config);
 * ```
 *
 * Keep the configuration in one object: everything that does not depend on the request is computed
 * once per object. A copy of it for each request (`{ ...config }`) shares that.
 *
 * With `raw: raw` it resolves to plain data instead, and throws the `AuthError` where a browser would
 * be sent to an error page.
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
 * The configuration as it is given, with types that follow from it: the columns that the adapter declares
 * are known in the callbacks, what the `session` callback returns is the type of the session, and the ids
 * of the providers are known where one is named.
 *
 * ```ts
 * export const config = defineConfig({
 *   providers: [GitHub],
 *   callbacks: { session: ({ session, token }) => ({ ...session, role: String(token.role) }) },
 * });
 * const session = await getSession(req, config); // session.role is a text
 * ```
 */
export function defineConfig<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: IntegrationConfig<Returned, Providers, Columns, Token, Plugins>,
): IntegrationConfig<Returned, Providers, Columns, Token, Plugins> {
  return config;
}

export { isDate } from "./adapters/is-date.js";
export { createActionURL } from "./config/action-url.js";
export { setEnvDefaults } from "./config/env.js";
export { isAuthAction } from "./engine/routes.js";
export { customFetch, privateOrigins, raw, skipCSRFCheck } from "./symbols.js";
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
