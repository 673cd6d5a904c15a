import type { Context, Middleware, ParameterizedContext } from "koa";
import { neverKept } from "../../engine/index.js";
import type { AnyPlugins, AnyProviders } from "../../types/config.js";
import type { JWT } from "../../types/jwt.js";
import type { DefaultSession } from "../../types/session.js";
import { checkSoon } from "../node/check-soon.js";
import { peerOf } from "../node/peer.js";
import { toWebRequest } from "../node/request.js";
import { namesHost } from "../node/sender.js";
import { isOwnRoute } from "../visit/place.js";
import { createPrepare, type FrameworkConfig, type Source } from "../visit/prepare.js";
import type { Visit } from "../visit/visit.js";
import { send } from "./respond.js";
import type { KoaAuthSource, KoaAuthState } from "./types.js";
import { beginVisit } from "./visits.js";

/**
 * Answers the routes of the library below `basePath` (`/auth`), and gives every other request
 * `ctx.state.auth`. A session that is due for renewal gets its cookie renewed on the response.
 *
 * ```ts
 * const app = new Koa<KoaAuthState>();
 * app.proxy = true; // behind a reverse proxy
 * app.use(KoaAuth({ providers: [GitHub] }));
 * app.use(async (ctx) => { ctx.body = await ctx.state.auth.session(); });
 * ```
 */
export function KoaAuth<
  Returned extends DefaultSession,
  const Providers extends AnyProviders,
  Columns,
  Token extends JWT,
  const Plugins extends AnyPlugins,
>(
  source: Source<
    FrameworkConfig<Returned, Providers, Columns, Token, Plugins>,
    ParameterizedContext
  >,
): Middleware<KoaAuthState>;
export function KoaAuth(source: KoaAuthSource): Middleware<KoaAuthState> {
  const prepare = createPrepare();
  if (typeof source !== "function") checkSoon(() => prepare(source, { env: process.env }), true);
  return async (ctx, next) => {
    const config = typeof source === "function" ? await source(ctx) : source;
    const visit = beginVisit(ctx, prepare(config, { env: process.env }));
    ctx.state.auth = visit.auth;
    if (isOwnRoute(visit.engine, visit.sender)) return answer(ctx, visit);
    try {
      await next();
    } finally {
      addCookies(ctx, visit.leave());
    }
    return undefined;
  };
}

/** What was to be renewed is left: it could undo what the route does. */
async function answer(ctx: Context, { engine, sender, leave }: Visit): Promise<void> {
  leave();
  if (engine.settings.origin === null && !namesHost(sender)) {
    ctx.status = 400;
    ctx.set("cache-control", neverKept);
    ctx.body = { message: "The request names no usable host." };
    return;
  }
  const body: unknown = Reflect.get(ctx.request, "body");
  const asked = toWebRequest({ req: ctx.req, url: sender.url, body });
  const { hostTrusted } = sender;
  await send(await engine.handle(asked, { ip: ctx.ip, peer: peerOf(ctx.req), hostTrusted }), ctx);
}

function addCookies(ctx: Context, lines: readonly string[]): void {
  if (ctx.headerSent) return;
  for (const line of lines) ctx.append("set-cookie", line);
  // Whoever is sent a response that is kept would be sent these cookies, too.
  if (lines.length > 0) ctx.set("cache-control", neverKept);
}

export { requireUser } from "./guard.js";
export type { KoaAuthConfig, KoaAuthSource, KoaAuthState } from "./types.js";
export type { RequestAuth } from "../visit/types.js";
export { AuthError, CredentialsSignin, SessionUnavailable } from "../../errors.js";
export { customFetch } from "../../symbols.js";
export type { Account, DefaultSession, Profile, Session, User } from "../../types.js";
