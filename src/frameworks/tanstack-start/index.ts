import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ProviderIdOf, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { peerOfWeb } from "../node/peer.js";
import { clientIp } from "../visit/client.js";
import { environment } from "../visit/environment.js";
import { addressOf } from "../visit/origin.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { requestAt } from "../visit/web.js";
import { answerTo, changed } from "./respond.js";
import type { TanStackStartAuthResult, TanStackStartAuthSource } from "./types.js";
import { begin, type Course } from "./visits.js";

/**
 * Authentication for a TanStack Start application: `handler` answers the routes of the library below
 * `basePath` (`/auth`), and `middleware` gives server routes and server functions `context.auth`. A session
 * that is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * // src/auth.server.ts
 * export const auth = TanStackStartAuth({ providers: [GitHub] });
 * // src/start.ts
 * const signIn = createMiddleware().server(auth.middleware);
 * export const startInstance = createStart(() => ({ requestMiddleware: [signIn] }));
 * // src/routes/auth.$.ts
 * export const Route = createFileRoute("/auth/$")({ server: { handlers: { ANY: auth.handler } } });
 * ```
 */
export function TanStackStartAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, Request>,
): TanStackStartAuthResult<
  ShownSession<Returned, AddedBy<Plugins>>,
  ProviderIdOf<Providers[number]>
>;
export function TanStackStartAuth(source: TanStackStartAuthSource): TanStackStartAuthResult {
  const prepare = createPrepare();
  const engineFor = async (request: Request) => {
    const config = typeof source === "function" ? await source(request) : source;
    return { config, engine: prepare(config, { env: environment() }) };
  };
  return {
    middleware: async ({ request, handlerType, next }) => {
      const { config, engine } = await engineFor(request);
      const course = begin({ request, handlerType }, engine, config);
      const { auth, sender, leave } = course.visit;
      const result = await answered(course, () => next({ context: { auth } }));
      const lines = leave();
      // On the library's own routes a renewal could undo what the route does.
      if (isOwnRoute(engine, sender)) return result;
      return { ...result, response: changed(result.response, course, lines) };
    },
    handler: async ({ request }) => {
      const { config, engine } = await engineFor(request);
      const { url, headers } = request;
      const trustsProxy = config.trustProxy === true;
      const address = addressOf(url, headers, trustsProxy);
      const peer = peerOfWeb(request);
      const ip = clientIp({ peer, headers, trustsProxy });
      return engine.handle(requestAt(request, address), { ip, peer });
    },
  };
}

/** TanStack Start answers with 500 to every error that reaches it. */
async function answered<T>(course: Course, next: () => T | Promise<T>): Promise<T> {
  try {
    return await next();
  } catch (error) {
    throw answerTo(error, course);
  }
}

export { requireUser } from "./guard.js";
export type {
  AuthContext,
  ServerHalf,
  TanStackStartAuthConfig,
  TanStackStartAuthResult,
  TanStackStartAuthSource,
} from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
