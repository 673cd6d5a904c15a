import type { IncomingMessage } from "./http-types.js";
import { isHost } from "../../engine/index.js";
import type { Sender } from "../visit/sender.js";
import { headersOf, methodOf } from "./request.js";

/** What the framework believes of a request, by what it was told about proxies. */
export interface Believed {
  readonly req: IncomingMessage;
  readonly protocol: string;
  readonly host: string;
  /** The path and query as the browser sent them. */
  readonly target: string;
  /** The IP address of the client, where it is known. */
  readonly ip?: () => string | undefined;
  /** It trusts the proxy that this request came from, if any. @default false */
  readonly hostTrusted?: boolean;
}

/** Stands for a host that can not be used (RFC 2606): nothing is ever there. */
const nowhere = "host.invalid";

export function senderOf({ req, protocol, host, target, ...rest }: Believed): Sender {
  const known = isHost(host) ? host.toLowerCase() : nowhere;
  const origin = `${protocol === "https" ? "https" : "http"}://${known}`;
  const path = target.split(/[?#]/, 1)[0] ?? "";
  const url = addressAt(origin, target);
  return { method: methodOf(req), headers: headersOf(req), url, path, ...rest };
}

/** A target that is no path, such as a whole URL, would be read differently further on. */
function addressAt(origin: string, target: string): URL {
  const isPath = target.startsWith("/") && URL.canParse(origin + target);
  return new URL(isPath ? origin + target : origin);
}

/** Whether the request tells where the site is. */
export function namesHost({ url }: Sender): boolean {
  return url.hostname !== nowhere;
}
