import { isHost } from "../../core/engine/index.js";
import type { Sender } from "../visit/sender.js";
import { textAt } from "../visit/shapes.js";
import type { IncomingMessage } from "./http-types.js";
import { headersOf, methodOf } from "./request.js";

/** The facts of a request, after the framework applied its own proxy settings. */
export interface RequestFacts {
  readonly req: IncomingMessage;
  readonly protocol: string;
  readonly host: string;
  /** The path and query as the browser sent them. */
  readonly target: string;
  /** The IP address of the client, if known. */
  readonly ip?: () => string | undefined;
  /** Whether the framework trusts the proxy that sent this request. @default false */
  readonly hostTrusted?: boolean;
}

/** Replaces a host that can't be used (RFC 2606): it never resolves. */
const nowhere = "host.invalid";

export function senderOf({ req, protocol, host, target, ...rest }: RequestFacts): Sender {
  const known = isHost(host) ? host.toLowerCase() : nowhere;
  const origin = `${protocol === "https" ? "https" : "http"}://${known}`;
  const path = target.split(/[?#]/, 1)[0] ?? "";
  // A target that isn't a path, such as a whole URL, would be parsed differently later.
  const isPath = target.startsWith("/") && URL.canParse(origin + target);
  const url = new URL(isPath ? origin + target : origin);
  return { method: methodOf(req), headers: headersOf(req), url, path, ...rest };
}

/** The sender as the request itself tells it. */
export function senderOfNode(req: IncomingMessage): Sender {
  const { socket, headers } = req;
  // Platforms that imitate Node.js have their own kind of socket.
  const encrypted = "encrypted" in socket && socket.encrypted === true;
  return senderOf({
    req,
    protocol: encrypted ? "https" : "http",
    host: headers.host ?? "",
    // The path as the browser sent it: frameworks strip a mount path from the other one.
    target: textAt(req, "originalUrl") ?? req.url ?? "/",
  });
}

/** Whether the request has a usable host. */
export function namesHost({ url }: Sender): boolean {
  return url.hostname !== nowhere;
}
