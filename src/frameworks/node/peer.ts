import type { IncomingMessage } from "node:http";
import { memberOf, textAt } from "../visit/shapes.js";

/** The peer address of a request's socket. Platforms that imitate Node.js may have none. */
export function peerOf({ socket }: Pick<IncomingMessage, "socket">): string | undefined {
  return socket.remoteAddress;
}

/** The peer address of a srvx request, which contains the Node.js one. */
export function peerOfWeb(request: object): string | undefined {
  return textAt(request, "runtime", "node", "req", "socket", "remoteAddress");
}

/** The peer address from Bun's server. */
export function peerOfBun(server: unknown, request: Request): string | undefined {
  // On Node.js, the servers of frameworks may have the method, and throw.
  if (!("Bun" in globalThis) || !canTell(server)) return undefined;
  return textAt(server.requestIP(request), "address");
}

interface Telling {
  requestIP(request: Request): unknown;
}

function canTell(server: unknown): server is Telling {
  return typeof memberOf(server, "requestIP") === "function";
}
