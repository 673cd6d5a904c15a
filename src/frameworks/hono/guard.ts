import type { Context, MiddlewareHandler } from "hono";
import { HTTPException } from "hono/http-exception";
import type { RegisteredSession } from "../../types/infer.js";
import type { Session } from "../../types/session.js";
import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import type { AuthUser, SignedInEnv } from "./types.js";
import { visitOf } from "./visits.js";

/**
 * Lets only those pass who are signed in, on a route or on a tree of routes. Others are sent to the
 * sign-in page, and programs get 401. Pages on the way to a sign-in stay open.
 *
 * ```ts
 * app.get("/account", requireUser(), (c) => c.text(`Hello ${c.var.user.name}`));
 * app.use("/members/*", requireUser());
 * ```
 */
export function requireUser<S extends Session = RegisteredSession>(): MiddlewareHandler<
  SignedInEnv<S>
>;
export function requireUser(): MiddlewareHandler<SignedInEnv> {
  return async (c, next) => {
    const { auth, engine, sender } = visitOf(c);
    const session = await auth.session();
    if (session?.user) {
      const { user } = session;
      c.set("session", { ...session, user });
      c.set("user", user);
      return next();
    }
    if (isWayIn(engine, sender)) return next();
    const refusal = refusalOf(engine, sender);
    if (refusal.status === 302) return c.redirect(refusal.location);
    throw new HTTPException(401, { message: "Nobody is signed in." });
  };
}

/**
 * Who is signed in, or null.
 *
 * ```ts
 * const authUser = await getAuthUser(c);
 * ```
 */
export function getAuthUser<S extends Session = RegisteredSession>(
  c: Context,
): Promise<AuthUser<S> | null>;
export async function getAuthUser(c: Context): Promise<AuthUser | null> {
  const session = await visitOf(c).auth.session();
  return session?.user ? { session } : null;
}

/**
 * Lets only those pass who are signed in; everybody else gets 401. Handlers find the person in
 * `c.get("authUser")`.
 *
 * ```ts
 * app.use("/api/*", verifyAuth());
 * ```
 */
export function verifyAuth(): MiddlewareHandler {
  return async (c, next) => {
    const authUser = await getAuthUser(c);
    if (!authUser) throw new HTTPException(401, { message: "Nobody is signed in." });
    c.set("authUser", authUser);
    await next();
  };
}
