/** A request, as far as it tells who sent it. */
export interface Asked {
  /** The site, as the library believes it to be. */
  readonly origin: string;
  readonly headers: Headers;
  /** The IP address of the client, where it is known. */
  readonly ip?: string | undefined;
}

const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Why a request does not come from the developer's own machine, or undefined when it does: its host is one
 * of the loopback names, no proxy has passed it on, and its sender is not known to be elsewhere.
 */
export function notLoopback({ origin, headers, ip }: Asked): string | undefined {
  const { hostname } = new URL(origin);
  if (!isLoopback(hostname)) return `the site is at ${hostname}`;
  const proxied = forwarded.find((name) => headers.has(name));
  if (proxied !== undefined) return `a proxy passed the request on (${proxied})`;
  return ip === undefined || isLoopback(ip) ? undefined : "it was sent from another machine";
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").replace(/^::ffff:/i, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    name === "::1" ||
    // The network of ::1, as the library tells addresses.
    name === "0:0:0:0::/64" ||
    /^127(?:\.\d{1,3}){3}$/.test(name)
  );
}
