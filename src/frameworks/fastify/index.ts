import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { neverKept, type Engine } from "../../engine/index.js";
import { checkSoon } from "../node/check-soon.js";
import { namesHost } from "../node/sender.js";
import { peerOf } from "../node/peer.js";
import { toWebRequest } from "../node/request.js";
import { isOwnRoute } from "../visit/place.js";
import { enginesAt, routesBelow, type Engines } from "./engine.js";
import { send } from "./respond.js";
import type { FastifyAuthConfig, FastifyAuthOptions } from "./types.js";
import { createVisits } from "./visits.js";

const register: FastifyPluginAsync<FastifyAuthOptions> = async (app, options) => {
  const engines = enginesAt(app.prefix, options);
  const visits = createVisits("providers" in options ? eager(engines, options) : undefined);
  if (!("providers" in options)) {
    app.addHook("onRequest", async (request) => {
      visits.begin(request, engines.of(await options.config(request)));
    });
  }
  app.decorateRequest("auth", {
    getter(this: FastifyRequest) {
      return visits.of(this).auth;
    },
  });
  app.addHook("onSend", async (request, reply) => {
    const lines = visits.begun(request)?.leave() ?? [];
    // Whoever is sent a response that is kept would be sent these cookies, too.
    if (lines.length > 0) reply.header("set-cookie", [...lines]).header("cache-control", neverKept);
  });
  await app.register(async (scope) => addRoutes(scope, engines.path, visits));
};

function eager(engines: Engines, { prefix: _, ...config }: FastifyAuthConfig): Engine {
  const engine = engines.of(config);
  checkSoon(() => engine, true);
  return engine;
}

/** In a scope of its own, where no parser of the application has read the body. */
function addRoutes(
  scope: FastifyInstance,
  basePath: string,
  visits: ReturnType<typeof createVisits>,
): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  const path = `${routesBelow(scope.prefix, basePath)}/*`;
  scope.all(path, { exposeHeadRoute: false }, async (request, reply) => {
    const { engine, sender, leave } = visits.of(request);
    // What was to be renewed is left: it could undo what the route does.
    leave();
    if (!isOwnRoute(engine, sender)) return reply.callNotFound();
    if (engine.settings.origin === null && !namesHost(sender)) {
      return reply
        .code(400)
        .header("cache-control", neverKept)
        .send({ message: "The request names no usable host." });
    }
    const asked = toWebRequest({ req: request.raw, url: sender.url });
    const { hostTrusted } = sender;
    const mount = { ip: request.ip, peer: peerOf(request.raw), hostTrusted };
    return send(await engine.handle(asked, mount), reply);
  });
}

/**
 * A plugin that answers the routes of the library below `basePath` (`/auth`), and gives every request
 * `request.auth`. A session that is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * const app = Fastify({ trustProxy: true }); // behind a reverse proxy
 * await app.register(FastifyAuth, { providers: [GitHub] });
 * app.get("/", async (request) => request.auth.session());
 * ```
 */
export const FastifyAuth: FastifyPluginAsync<FastifyAuthOptions> = Object.assign(register, {
  // What it decorates is for the application that registers it, not for itself alone.
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "latchkey",
});

export { requireUser } from "./guard.js";
export type { FastifyAuthConfig, FastifyAuthLazyConfig, FastifyAuthOptions } from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
