import { Elysia, type HTTPHeaders } from "elysia";
import type { AnyPlugins, AnyProviders } from "../../core/auth-config.js";
import { neverKept } from "../../core/engine/index.js";
import type { AddedBy, ShownSession } from "../../types/infer.js";
import type { JWT } from "../../types/jwt.js";
import type { AnySession, Session } from "../../types/session.js";
import { peerOfBun, peerOfWeb } from "../node/peer.js";
import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import { createEngines, type ProxiedConfig, type Source } from "../visit/prepare.js";
import type { RequestAuth } from "../visit/types.js";
import { refused, requestAt, withCookies } from "../visit/web.js";
import { beginVisit, Refused, visits } from "./visits.js";

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
        peer: () => addressOf(request) ?? peer,
      });
      if (!isOwnRoute(engine, sender)) return undefined;
      leave();
      return engine.handle(requestAt(request, sender.url), { ip: sender.ip?.(), peer });
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

/** The session's type follows from the configuration. */
function authOf<S extends Session>(request: Request): RequestAuth<S>;
function authOf(request: Request): RequestAuth {
  return visits.get(request).auth;
}

/**
 * The parameter has an explicit type, because the one that Elysia infers would be written into our
 * declarations.
 */
const guard =
  (required: true | GuardOptions) =>
  ({ request }: { request: Request }) =>
    refusalFor(request, required === true ? undefined : required);

function addCookies(headers: HTTPHeaders, lines: readonly string[]): void {
  if (lines.length === 0) return;
  const { "set-cookie": before = [] } = headers;
  headers["set-cookie"] = [before, ...lines].flat();
  // A cached response would send these cookies to others.
  headers["cache-control"] = neverKept;
}

/** The Node.js server passes the address with the request. */
function addressOf(request: Request): string | undefined {
  const ip: unknown = Reflect.get(request, "ip");
  return typeof ip === "string" ? ip : undefined;
}

/** The response for visitors who aren't signed in. Pages of a sign-in stay open. */
async function refusalFor(
  request: Request,
  options: GuardOptions | undefined,
): Promise<Response | undefined> {
  const { refusal } = await checkAccess(visits.get(request), false, options);
  return refusal && responseOf(refusal);
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
