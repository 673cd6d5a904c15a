import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Engine } from "../../core/engine/index.js";
import { withErrorsOf } from "../visit/errors.js";
import { createRegistry } from "../visit/registry.js";
import { behindProxy, senderOfWeb } from "../visit/sender.js";
import { createVisit, type Visit } from "../visit/visit.js";
import type { HonoAuthConfig } from "./types.js";
import { memberOf, peerOfBun, textAt } from "../node/peer.js";

/** The visits that an earlier middleware began. */
export const visits = createRegistry<Context, Visit>(
  "call `app.use(HonoAuth(config))` before this handler.",
);

export function beginVisit(c: Context, engine: Engine, { trustProxy }: HonoAuthConfig): Visit {
  const peer = () => peerOf(c);
  const visit = createVisit(engine, behindProxy(senderOfWeb(c.req.raw), { trustProxy, peer }));
  return visits.begin(c, { ...visit, auth: withErrorsOf(visit.auth, asException) });
}

/** Hono answers with 500 to everything but an `HTTPException`. */
function asException(status: 403 | 429 | 503, message: string, cause: unknown): HTTPException {
  return new HTTPException(status, { message, cause });
}

/** The peer address of the socket, as the servers of Node.js, Deno and Bun pass it. */
export function peerOf(c: Context): string | undefined {
  const env: unknown = c.env;
  return (
    textAt(env, ["incoming", "socket", "remoteAddress"]) ??
    textAt(env, ["remoteAddr", "hostname"]) ??
    peerOfBun(memberOf(env, "server") ?? env, c.req.raw)
  );
}
