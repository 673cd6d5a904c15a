import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { type Engine, neverKept } from "../../core/engine/index.js";
import type { Awaitable } from "../../types/common.js";
import { answerRoute } from "../node/answer-route.js";
import { checkSoon } from "../node/check-soon.js";
import { senderOf } from "../node/sender.js";
import { checkAccess, type GuardOptions, notSignedIn } from "../visit/guard.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type FrameworkConfig, pathOfSite } from "../visit/prepare.js";
import { createRegistry } from "../visit/registry.js";
import type { RequestAuth } from "../visit/types.js";
import { createVisit, type Visit } from "../visit/visit.js";

const register: FastifyPluginAsync<FastifyAuthOptions> = async (app, options) => {
  const engines = enginesAt(app.prefix, options);
  const here = createVisits("providers" in options ? eager(engines, options) : undefined);
  if (!("providers" in options)) {
    app.addHook("onRequest", async (request) => {
      here.begin(request, engines.of(await options.config(request)));
    });
  }
  app.decorateRequest("auth", {
    getter(this: FastifyRequest) {
      return here.of(this).auth;
    },
  });
  app.addHook("onSend", async (request, reply) => {
    const lines = here.begun(request)?.leave() ?? [];
    // A cached response would send these cookies to others.
    if (lines.length > 0) reply.header("set-cookie", [...lines]).header("cache-control", neverKept);
  });
  await app.register(async (scope) => addRoutes(scope, engines.path, here));
};

function eager(engines: Engines, { prefix: _, ...config }: FastifyAuthConfig): Engine {
  const engine = engines.of(config);
  checkSoon(() => engine, true);
  return engine;
}

/** In its own scope, where no parser of the application has read the body. */
function addRoutes(
  scope: FastifyInstance,
  basePath: string,
  here: ReturnType<typeof createVisits>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const path = `${routesBelow(scope.prefix, basePath)}/*`;
  scope.all(path, { exposeHeadRoute: false }, async (request, reply) => {
    const visit = here.of(request);
    if (isOwnRoute(visit.engine, visit.sender)) {
      return send(await answerRoute(visit, request.raw), reply);
    }
    visit.leave();
    return reply.callNotFound();
  });
}

/**
 * A plugin that serves the library's routes below `basePath` (`/auth`), and adds `request.auth` to every
 * request. A session cookie that is due for renewal is renewed on the response.
 *
 * ```ts
 * const app = Fastify({ trustProxy: true }); // behind a reverse proxy
 * await app.register(FastifyAuth, { providers: [GitHub] });
 * app.get("/", async (request) => request.auth.session());
 * ```
 */
export const FastifyAuth: FastifyPluginAsync<FastifyAuthOptions> = Object.assign(register, {
  // The decorators are for the application that registers the plugin.
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "latchkey",
});

const missing = "register `FastifyAuth` before the routes.";
const visits = createRegistry<RequestAuth, Visit>(missing);

/** Starts a visit when it is first needed, or at once if each request has its own engine. */
function createVisits(shared: Engine | undefined) {
  const begun = createRegistry<FastifyRequest, Visit>(missing);
  const begin = (request: FastifyRequest, engine = shared): Visit => {
    if (!engine) return begun.get(request);
    const visit = createVisit(engine, senderFor(request));
    visits.begin(visit.auth, visit);
    return begun.begin(request, visit);
  };
  return {
    begin,
    of: (request: FastifyRequest): Visit => begun.find(request) ?? begin(request),
    begun: begun.find,
  };
}

function senderFor(request: FastifyRequest) {
  const { raw, protocol, url: target } = request;
  // Before version 5, `hostname` includes the port and there is no `host`.
  const host = "host" in request ? request.host : Reflect.get(request, "hostname");
  const hostTrusted = isProxyTrusted(request);
  const ip = () => request.ip;
  return senderOf({ req: raw, protocol, host: String(host), target, hostTrusted, ip });
}

/**
 * Whether Fastify trusts the peer of the socket (`trustProxy`). It lists addresses up to the first
 * untrusted one without saying which that is, so the list is computed for a request with one more.
 */
function isProxyTrusted(request: FastifyRequest): boolean {
  const { socket } = request.raw;
  const raw = { socket, headers: { "x-forwarded-for": "192.0.2.1" } };
  const asked: unknown = Reflect.get(Object.create(request, { raw: { value: raw } }), "ips");
  return Array.isArray(asked) && asked.length > 1;
}

type Engines = ReturnType<typeof enginesAt>;

/** Creates engines for a place in the tree of plugins, whose prefix their routes have. */
function enginesAt(
  place: string,
  { prefix = "", basePath }: Pick<FastifyAuthConfig, "prefix" | "basePath">,
) {
  const start = place + prefix;
  const own = basePath === undefined ? undefined : below(start, basePath);
  const usual = below(start, "/auth");
  const prepare = createPrepare();
  return {
    path: own ?? pathOfSite(process.env) ?? usual,
    of: (config: FrameworkConfig) =>
      prepare({ ...config, basePath: own }, { env: process.env, basePath: usual }),
  };
}

function below(start: string, path: string): string {
  const whole = path.startsWith("/") ? path : `/${path}`;
  return whole.startsWith(`${start}/`) ? whole : start + whole;
}

/** The path of the routes without the prefix, which Fastify adds. */
function routesBelow(place: string, path: string): string {
  if (path.startsWith(`${place}/`)) return path.slice(place.length);
  throw new Error(
    `The routes are configured at ${path}, but the plugin is registered below ${place}. Change AUTH_URL, \`basePath\` or the prefix.`,
  );
}

/** Sends a Web response through Fastify. Every Set-Cookie stays a line of its own. */
async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status);
  for (const [name, value] of response.headers) {
    const before = name === "vary" ? reply.getHeader(name) : undefined;
    reply.header(name, before === undefined ? value : `${String(before)}, ${value}`);
  }
  const body = Buffer.from(await response.arrayBuffer());
  return body.length > 0 ? reply.send(body) : reply.send();
}

/**
 * A hook that protects a route or a tree of routes. Browsers without a session are redirected to the sign-in
 * page, and scripts get 401. The pages of a sign-in stay open.
 *
 * ```ts
 * app.get("/account", { onRequest: requireUser }, async (request) => request.auth.session());
 * members.addHook("onRequest", requireUser);
 * ```
 */
export function requireUser(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return guard(request, reply);
}

/** As `requireUser`, and lets guests in: check `session.guest`. */
export function requireUserOrGuest(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  return guard(request, reply, { guests: true });
}

async function guard(
  request: FastifyRequest,
  reply: FastifyReply,
  options?: GuardOptions,
): Promise<unknown> {
  const { refusal } = await checkAccess(visits.get(request.auth), options);
  if (!refusal) return undefined;
  if (refusal.status === 302) return reply.code(302).header("location", refusal.location).send();
  throw Object.assign(new Error(notSignedIn), { statusCode: 401 });
}

/** The options of the Fastify integration: those of `Auth()`, less `raw`. */
export interface FastifyAuthConfig extends FrameworkConfig {
  /** Prefix of `basePath`, as for the routes of any plugin. */
  prefix?: string;
}

/** Returns a configuration for each request. The path of the routes can't depend on the request. */
export interface FastifyAuthLazyConfig extends Pick<FastifyAuthConfig, "prefix" | "basePath"> {
  config: (request: FastifyRequest) => Awaitable<FrameworkConfig>;
}

/** The options of the plugin `FastifyAuth`. */
export type FastifyAuthOptions = FastifyAuthConfig | FastifyAuthLazyConfig;

declare module "fastify" {
  interface FastifyRequest {
    /** Reads and changes the session of the request's sender. */
    readonly auth: RequestAuth;
  }
}

export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../core/errors/errors.js";
export { customFetch } from "../../types/symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../doors/types.js";
