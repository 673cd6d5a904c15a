import type { NextRequest } from "next/server.js";
import { setConfigBehind } from "../../engine/index.js";
import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session } from "../../types/session.js";
import { createCalls } from "./calls.js";
import { currentHeaders } from "./current-headers.js";
import { createAuth } from "./dispatch.js";
import { makeReady } from "./environment.js";
import { guard } from "./guard.js";
import { answer } from "./handlers.js";
import { readForNode } from "./node.js";
import { readSession } from "./read.js";
import type {
  AuthorizationParams,
  NextAuthRequest,
  NextAuthResult,
  NextAuthSource,
  RedirectOptions,
  SignOutOptions,
} from "./types.js";
import { createVisits } from "./visits.js";

/**
 * Authentication for a Next.js application. Nothing is read from the environment until the first
 * request.
 *
 * ```ts
 * // auth.ts
 * export const { handlers, auth, signIn, signOut } = FullstackAuth({ providers: [GitHub] });
 * // app/api/auth/[...nextauth]/route.ts
 * export const { GET, POST } = handlers;
 * // proxy.ts (middleware.ts before Next.js 16)
 * export { auth as proxy } from "./auth";
 * ```
 *
 * With a function, the configuration is made for each request; in server components and server
 * actions the request is absent.
 *
 * The type of the session is what the `session` callback returns, and `signIn` knows the ids of the
 * providers.
 */
export function FullstackAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  config: NextAuthSource<Returned, Providers, Columns, Token, Plugins>,
): NextAuthResult<ShownSession<Returned, AddedBy<Plugins>>, ProviderIdOf<Providers[number]>>;
export function FullstackAuth(config: NextAuthSource): NextAuthResult {
  const visits = createVisits();
  const calls = createCalls(config, visits);
  const handle = async (request: NextRequest) => answer(await makeReady(config, request), request);
  setConfigBehind(handle, async () => (await makeReady(config)).config);

  const readHere = async (): Promise<Session | null> => {
    const { headers } = await import("next/headers.js");
    return visits.session(await headers(), async (current) => {
      const sender = { headers: current, renew: false };
      return (await readSession(() => makeReady(config), sender)).session;
    });
  };
  /**
   * Whoever calls `auth()` inside a wrapped handler gets what was read for it: unless the application
   * called the handler with a request of its own making, which may be somebody else's.
   */
  const rememberHere = async (seen: NextAuthRequest): Promise<void> => {
    const headers = await currentHeaders();
    if (headers && visits.headersOf(headers).get("cookie") === seen.headers.get("cookie")) {
      visits.known(headers, seen.auth);
    }
  };
  const auth = createAuth({
    here: readHere,
    node: (exchange) => readForNode(() => makeReady(config), exchange),
    proxy: async (request) => guard(await makeReady(config, request), request),
    wrap: (handler) => async (request, context) =>
      guard(await makeReady(config, request), request, async (seen) => {
        await rememberHere(seen);
        return handler(seen, context);
      }),
  });

  function signIn<Redirect extends boolean = true>(
    provider?: string,
    options?: RedirectOptions<Redirect> & Record<string, unknown>,
    authorizationParams?: AuthorizationParams,
  ): Promise<Redirect extends false ? string : never>;
  function signIn(
    provider: string | undefined,
    options: FormData,
    authorizationParams?: AuthorizationParams,
  ): Promise<string>;
  function signIn(provider?: string, options?: object, params?: AuthorizationParams) {
    return calls.signIn(provider, options, params);
  }
  function signOut<Redirect extends boolean = true>(
    options?: SignOutOptions<Redirect>,
  ): Promise<Redirect extends false ? string : never>;
  function signOut(options?: SignOutOptions): Promise<string> {
    return calls.signOut(options);
  }

  const handlers = { GET: handle, POST: handle };
  return {
    handlers,
    auth,
    signIn,
    signOut,
    requireFresh: (options = {}) => calls.requireFresh(options),
    unstable_update: (data) => calls.update(data),
    accessToken: (provider, options) => calls.accessToken({ ...options, provider }),
  };
}

export { FullstackAuth as NextAuth, FullstackAuth as default };
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
export type { Freshness, FreshOptions } from "../../engine/index.js";
export type { NextAuthConfig, NextAuthRequest, NextAuthResult } from "./types.js";
