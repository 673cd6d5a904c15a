import type { FastifyReply, FastifyRequest } from "fastify";
import { isWayIn } from "../visit/place.js";
import { refusalOf } from "../visit/refusal.js";
import { visitOf } from "./visits.js";

/**
 * A hook that lets only those pass who are signed in, on a route or on a tree of routes. Others are
 * sent to the sign-in page, and programs get 401. Pages on the way to a sign-in stay open.
 *
 * ```ts
 * app.get("/account", { onRequest: requireUser }, async (request) => request.auth.session());
 * members.addHook("onRequest", requireUser);
 * ```
 */
export async function requireUser(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { auth, engine, sender } = visitOf(request);
  const session = await auth.session();
  if (session?.user || isWayIn(engine, sender)) return undefined;
  const refusal = refusalOf(engine, sender);
  if (refusal.status === 302) return reply.code(302).header("location", refusal.location).send();
  throw Object.assign(new Error("Nobody is signed in."), { statusCode: 401 });
}
