import { Elysia, type HTTPHeaders } from "elysia";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { type Engine, neverKept } from "../../core/engine/index.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { peerOfBun, peerOfWeb } from "../node/peer.js";
import { Refused, withErrorsOf } from "../visit/errors.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, type Proxy, senderOfWeb } from "../visit/sender.js";
import { textAt } from "../visit/shapes.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";
import { refused, requestAt, withCookies } from "../visit/web.js";

/**
 * A plugin that serves the library's routes below `basePath` (`/auth`), and adds `auth` to handlers. A session
 * cookie that is due for renewal is renewed on the response. With `requireUser: true`, a route or a group
 * requires a signed-in user: browsers are redirected to the sign-in page, and scripts get 401. With
 * `requireUser: { guests: true }`, guests pass, too.
 *
 * ```ts
 * const app = new Elysia()
 *   .use(ElysiaAuth({ providers: [GitHub] }))
 *   .get("/", async ({ auth }) => (await auth.session())?.user?.name ?? "nobody")
 *   .get("/account", () => "inside", { requireUser: true });
 * ```
 */
export function ElysiaAuth<
  Returned extends AnySession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(source: Source<ProxiedConfig<Returned, Providers, Columns, Token, Plugins>, Request>) {
  return pluginOf<ShownSession<Returned, AddedBy<Plugins>>>(source);
}

function pluginOf<S extends Session>(source: ElysiaAuthSource) {
  const engineFor = createEngines(source);
  return new Elysia()
    .onRequest(async ({ request, server }) => {
      const { config, engine } = await engineFor(request);
      const peer = peerOfWeb(request) ?? peerOfBun(server, request);
      const { sender, leave } = beginVisit(request, engine, {
        trustProxy: config.trustProxy,
        // The Node.js server passes the address with the request.
        peer: () => textAt(request, "ip") ?? peer,
      });
      if (!isOwnRoute(engine, sender)) return undefined;
      leave();
      const { url, ip, hostTrusted } = sender;
      return engine.handle(requestAt(request, url), { ip: ip?.(), peer, hostTrusted });
    })
    .derive({ as: "global" }, ({ request }) => ({ auth: authOf<S>(request) }))
    .macro({
      requireUser: (required: boolean | GuardOptions) =>
        required ? { beforeHandle: guard(required) } : {},
    })
    .onError({ as: "global" }, ({ error }) =>
      error instanceof Refused ? refused(error.status, error.message) : undefined,
    )
    .mapResponse({ as: "global" }, ({ request, responseValue, set }) => {
      const lines = visits.find(request)?.leave() ?? [];
      // Elysia leaves the cookies of a response that a handler made as they are.
      if (responseValue instanceof Response) return withCookies(responseValue, lines);
      addCookies(set.headers, lines);
      return undefined;
    });
}

/** The visits that the plugin began when requests arrived. */
const visits = createRegistry<Request, Visit>("call `.use(ElysiaAuth(config))` before this route.");

function beginVisit(request: Request, engine: Engine, proxy: Proxy): Visit {
  const visit = createVisit(engine, behindProxy(senderOfWeb(request), proxy));
  const auth = withErrorsOf(
    visit.auth,
    // Elysia shows the message of every other error.
    (status, message, cause) => new Refused(status, message, { cause }),
  );
  return visits.begin(request, { ...visit, auth });
}

/** The session's type follows from the configuration. */
function authOf<S extends Session>(request: Request): RequestAuth<S>;
function authOf(request: Request): RequestAuth {
  return visits.get(request).auth;
}

/**
 * The response for visitors who aren't signed in. The parameter has an explicit type, because the one that Elysia infers would be written into our
 * declarations.
 */
const guard =
  (required: true | GuardOptions) =>
  async ({ request }: { request: Request }): Promise<Response | undefined> => {
    const options = required === true ? undefined : required;
    const { refusal } = await checkAccess(visits.get(request), options);
    return refusal && responseOf(refusal);
  };

function addCookies(headers: HTTPHeaders, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const { "set-cookie": before = [] } = headers;
  headers["set-cookie"] = [before, ...lines].flat();
  // A cached response would send these cookies to others.
  headers["cache-control"] = neverKept;
}

/** The options of the Elysia integration: those of `Auth()`, less `raw`, and `trustProxy`. */
export type ElysiaAuthConfig = ProxiedConfig;

/**
 * A configuration, or a function of the request that returns one: on some platforms, the environment comes with
 * the request.
 */
export type ElysiaAuthSource = Source<ElysiaAuthConfig, Request>;

export type { GuardOptions } from "../visit/guard.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
