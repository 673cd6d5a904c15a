import type { Middleware } from "koa";
import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import type { KoaAuthState } from "./types.js";
import { visitOf } from "./visits.js";

/**
 * Lets only those pass who are signed in, on a route or on a tree of routes; they are in
 * `ctx.state.user`. Others are sent to the sign-in page, and programs get 401. Pages on the way to a
 * sign-in stay open.
 *
 * ```ts
 * router.get("/account", requireUser, (ctx) => { ctx.body = ctx.state.user; });
 * ```
 */
export const requireUser: Middleware<KoaAuthState> = async (ctx, next) => {
  const { auth, engine, sender } = visitOf(ctx.state.auth);
  const session = await auth.session();
  if (session?.user) {
    const { user } = session;
    ctx.state.session = { ...session, user };
    ctx.state.user = user;
  }
  if (session?.user || isWayIn(engine, sender)) {
    await next();
    return;
  }
  const refusal = refusalOf(engine, sender);
  if (refusal.status === 401) ctx.throw(401, "Nobody is signed in.");
  else ctx.redirect(refusal.location);
};
