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
