import { isHost } from "../../core/engine/index.js";
import { clientIp } from "./client.js";

/** What a framework knows about a request. */
export interface Sender {
  readonly method: string;
  readonly headers: Headers;
  /** The URL that the framework knows; the origin of a configured URL wins. */
  readonly url: URL;
  /** The path by which the framework chose the route. Unlike a URL's, it may have dot segments. */
  readonly path: string;
  /** The client's IP address, if known. */
  readonly ip?: (() => string | undefined) | undefined;
  /** The framework trusts the source of the host, such as a proxy. @default false */
  readonly hostTrusted?: boolean | undefined;
}

/** The path in an absolute URL, unparsed. */
export function writtenPath(url: string): string {
  return /^[^/]*\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? "";
}

/** What the application declares about its proxy, for frameworks that don't handle proxies. */
export interface Proxy {
  /** The option of this name. */
  readonly trustProxy?: boolean | undefined;
  /** The IP address of the socket, if the framework knows it. */
  readonly peer?: (() => string | undefined) | undefined;
}

/** The sender as a trusted proxy describes it. */
export function behindProxy(sender: Sender, { trustProxy = false, peer }: Proxy): Sender {
  const { url, headers } = sender;
  return {
    ...sender,
    url: trustProxy ? forwardedUrl(url, headers) : url,
    ip: () => clientIp({ peer: peer?.(), headers, trustsProxy: trustProxy }),
  };
}

/**
 * `X-Forwarded-Host` and `X-Forwarded-Proto` count only from a trusted proxy: otherwise anyone
 * could set them.
 */
function forwardedUrl(inner: URL, headers: Headers): URL {
  const host = headers.get("x-forwarded-host");
  const origin = `${forwardedScheme(headers) ?? inner.protocol}//${host !== null && isHost(host) ? host.toLowerCase() : inner.host}`;
  return new URL(inner.pathname + inner.search, origin);
}

/** A chain of proxies sends a list, the outermost first. */
function forwardedScheme(headers: Headers): string | undefined {
  const scheme = headers.get("x-forwarded-proto")?.split(",", 1)[0]?.trim();
  return scheme === "https" || scheme === "http" ? `${scheme}:` : undefined;
}

/** The sender of a Web request whose URL is as the browser wrote it. */
export function senderOfWeb({ method, url, headers }: Request): Sender {
  return { method, headers, url: new URL(url), path: writtenPath(url) };
}
