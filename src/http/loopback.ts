import { RequestProblem } from "./problem.js";

/** A request for a page that is for the developer alone. */
export interface LocalRequest {
  /** The site, as the library believes it to be. */
  readonly origin: string;
  readonly headers: Headers;
  /** The IP address of the client, where it is known. */
  readonly ip?: string | undefined;
  /** The address of the socket at the other end, where it is known. */
  readonly peer?: string | undefined;
}

const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Refuses a request that doesn't come from the developer's own machine: the socket must be a loopback one, and no
 * proxy may have passed the request on. The host must be a loopback one too, or another site could read the page
 * by a name of its own that leads here: the site's, and the one that the request names, which may be another.
 */
export function assertLocal(request: LocalRequest): void {
  const reason = reasonAgainst(request);
  if (reason === undefined) return;
  throw new RequestProblem(
    403,
    `This page is for development, and for the machine that the server runs on: ${reason}.`,
  );
}

function reasonAgainst({ origin, headers, ip, peer }: LocalRequest): string | undefined {
  const hosts = [new URL(origin).host, headers.get("host") ?? "localhost"];
  if (!hosts.every(isLoopbackHost)) return "open it on localhost";
  const proxied = forwarded.find((name) => headers.has(name));
  if (proxied !== undefined) return `a proxy passed the request on (${proxied})`;
  if (peer === undefined) {
    return "the address of the client isn't known here, since the framework doesn't tell it";
  }
  const isHere = [peer, ip ?? peer].every(isLoopbackAddress);
  return isHere ? undefined : "the request came from another address";
}

/** Whether a host is one of the names of this machine, which no other machine can have. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || isLoopbackAddress(name);
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
}
