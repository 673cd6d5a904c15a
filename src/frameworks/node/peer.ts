import type { IncomingMessage } from "node:http";

/** The peer address of a request's socket. Platforms that imitate Node.js may have none. */
export function peerOf({ socket }: Pick<IncomingMessage, "socket">): string | undefined {
  return socket.remoteAddress;
}

/** The peer address of a srvx request, which contains the Node.js one. */
export function peerOfWeb(request: object): string | undefined {
  return textAt(request, ["runtime", "node", "req", "socket", "remoteAddress"]);
}

/** The peer address from Bun's server. */
export function peerOfBun(server: unknown, request: Request): string | undefined {
  // On Node.js, the servers of frameworks may have the method, and throw.
  if (!("Bun" in globalThis) || !canTell(server)) return undefined;
  return textAt(server.requestIP(request), ["address"]);
}

/** A nested string in someone else's object. */
export function textAt(start: unknown, path: readonly string[]): string | undefined {
  const end = path.reduce(memberOf, start);
  return typeof end === "string" ? end : undefined;
}

export function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

interface Telling {
  requestIP(request: Request): unknown;
}

function canTell(server: unknown): server is Telling {
  return (
    typeof server === "object" &&
    server !== null &&
    "requestIP" in server &&
    typeof server.requestIP === "function"
  );
}
