import { isHost } from "../../core/engine/index.js";

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
    // A trusted proxy passes on the site's host.
    hostTrusted: trustProxy,
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

/** The peer of a connection. */
export interface Connection {
  /** The address of the socket. */
  readonly peer: string | undefined;
  readonly headers: Headers;
  /** The application can only be reached through a proxy. */
  readonly trustsProxy: boolean;
}

const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip"];
const internal = /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cde])/i;

/**
 * The client's IP address, where the framework doesn't handle proxies: the socket's, or the last
 * one that a trusted proxy added to `X-Forwarded-For`. Behind an undeclared proxy, all clients
 * would share one address and its limits, so it's undefined.
 */
export function clientIp({ peer, headers, trustsProxy }: Connection): string | undefined {
  if (trustsProxy) return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || undefined;
  const isProxy =
    internal.test((peer ?? "").replace(/^::ffff:/i, "")) &&
    forwarded.some((name) => headers.has(name));
  return isProxy ? undefined : peer;
}

/** The client's address from a framework, some of whose adapters don't know it, and throw. */
export function toldAddress(ask: () => string): string | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

/**
 * A framework's client address, if it can only be the socket's. One that is also in a header may
 * have been taken from there, as adapters for platforms and proxies do.
 */
export function unlessForwarded(address: string | undefined, headers: Headers): string | undefined {
  for (const [name, value] of headers) {
    if (name !== "host" && value.trim() === address) return undefined;
  }
  return address;
}
