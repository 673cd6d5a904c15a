import type { Context } from "hono";
import { memberOf, peerOfBun, textAt } from "../node/peer.js";

/** The address at the other end of the socket, as the servers of Node.js, Deno and Bun pass it on. */
export function peerOf(c: Context): string | undefined {
  const env: unknown = c.env;
  return (
    textAt(env, ["incoming", "socket", "remoteAddress"]) ??
    textAt(env, ["remoteAddr", "hostname"]) ??
    peerOfBun(memberOf(env, "server") ?? env, c.req.raw)
  );
}
