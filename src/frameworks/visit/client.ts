/** What is known of the other end of a connection. */
export interface Connection {
  /** The address of the socket. */
  readonly peer: string | undefined;
  readonly headers: Headers;
  /** The application can be reached through a proxy only. */
  readonly trustsProxy: boolean;
}

const forwarded = ["forwarded", "x-forwarded-for", "x-real-ip"];
const internal = /^(?:127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|::1$|f[cde])/i;

/**
 * The IP address of the client, where the framework itself knows nothing of proxies: that of the socket, or what the
 * trusted proxy added last to `X-Forwarded-For`. A proxy that nobody named has one address for all of its clients, and they
 * would share their limits: then it isn't known.
 */
export function clientIp({ peer, headers, trustsProxy }: Connection): string | undefined {
  if (trustsProxy) return headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() || undefined;
  const isProxy =
    internal.test((peer ?? "").replace(/^::ffff:/i, "")) &&
    forwarded.some((name) => headers.has(name));
  return isProxy ? undefined : peer;
}
