import { Elysia, type HTTPHeaders } from "elysia";
import { neverKept } from "../../engine/index.js";
import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession, Session } from "../../types/session.js";
import { peerOfBun, peerOfWeb } from "../node/peer.js";
import { environment } from "../visit/environment.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type ProxiedConfig, type Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import { refused, requestAt, withCookies } from "../visit/web.js";
import { refusalFor } from "./guard.js";
import type { ElysiaAuthSource } from "./types.js";
import { beginVisit, linesOf, Refused, visitOf } from "./visits.js";

/**
 * A plugin that answers the routes of the library below `basePath` (`/auth`), and gives handlers `auth`. A
 * session that is due for renewal gets its cookie renewed on the response. With `requireUser: true` a route,
 * or a group of them, is for those alone who are signed in: others are sent to the sign-in page, and programs
 * get 401.
 *
 * ```ts
 * const app = new Elysia()
 *   .use(ElysiaAuth({ providers: [GitHub] }))
 *   .get("/", async ({ auth }) => (await auth.session())?.user?.name ?? "nobody")
 *   .get("/account", () => "inside", { requireUser: true });
 * ```
 */
export function ElysiaAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, Request>) {
  return pluginOf<ShownSession<Returned, AddedBy<Plugins>>>(source);
}

function pluginOf<S extends Session>(source: ElysiaAuthSource) {
  const prepare = createPrepare();
  return new Elysia()
    .onRequest(async ({ request, server }) => {
      const config = typeof source === "function" ? await source(request) : source;
      const engine = prepare(config, { env: environment() });
      const peer = peerOfWeb(request) ?? peerOfBun(server, request);
      const { sender, leave } = beginVisit(request, engine, {
        peer: addressOf(request) ?? peer,
        headers: request.headers,
        trustsProxy: config.trustProxy === true,
      });
      if (!isOwnRoute(engine, sender)) return undefined;
      leave();
      return engine.handle(requestAt(request, sender.url), { ip: sender.ip?.(), peer });
    })
    .derive({ as: "global" }, ({ request }) => ({ auth: authOf<S>(request) }))
    .macro({
      requireUser: (isRequired: boolean) => (isRequired ? { beforeHandle: guard } : {}),
    })
    .onError({ as: "global" }, ({ error }) =>
      error instanceof Refused ? refused(error.status, error.message) : undefined,
    )
    .mapResponse({ as: "global" }, ({ request, responseValue, set }) => {
      const lines = linesOf(request);
      // Elysia leaves the cookies of a response that a handler made as they are.
      if (responseValue instanceof Response) return withCookies(responseValue, lines);
      addCookies(set.headers, lines);
      return undefined;
    });
}

/** The session is typed by the configuration. */
function authOf<S extends Session>(request: Request): RequestAuth<S>;
function authOf(request: Request): RequestAuth {
  return visitOf(request).auth;
}

/** Its parameter has a type of its own: the one that Elysia infers would be written out in our declarations. */
const guard = ({ request }: { request: Request }) => refusalFor(request);

function addCookies(headers: HTTPHeaders, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const { "set-cookie": before = [] } = headers;
  headers["set-cookie"] = [before, ...lines].flat();
  // Whoever is sent a response that is kept would be sent these cookies, too.
  headers["cache-control"] = neverKept;
}

/** The server of Node.js tells the address with the request. */
function addressOf(request: Request): string | undefined {
  const ip: unknown = Reflect.get(request, "ip");
  return typeof ip === "string" ? ip : undefined;
}

export type { ElysiaAuthConfig, ElysiaAuthSource } from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
