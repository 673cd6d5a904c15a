import { RequestProblem } from "./request-problem.js";

/** A request for a page that only the developer may see. */
export interface LocalRequest {
  /** The site, as the library knows it. */
  readonly origin: string;
  readonly headers: Headers;
  /** The client's IP address, if known. */
  readonly ip?: string | undefined;
  /** The IP address of the socket, if known. */
  readonly peer?: string | undefined;
}

const forwarded = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/**
 * Refuses requests that don't come from the developer's own machine: the socket must be a loopback one, with
 * no proxy in between. The hosts must be loopback names too, both the site's and the request's, or another
 * site could read the page through a DNS name that resolves to this machine.
 */
export function assertLocal(request: LocalRequest): void {
  const reason = reasonAgainst(request);
  if (reason === undefined) return;
  throw new RequestProblem(
    403,
    `This page is for development and opens only on the machine the server runs on: ${reason}.`,
  );
}

function reasonAgainst({ origin, headers, ip, peer }: LocalRequest): string | undefined {
  const hosts = [new URL(origin).host, headers.get("host") ?? "localhost"];
  if (!hosts.every(isLoopbackHost)) return "open it on localhost";
  const proxied = forwarded.find((name) => headers.has(name));
  if (proxied !== undefined) return `the request came through a proxy (${proxied})`;
  if (peer === undefined) {
    return "the client's address isn't known (in Next.js, reload the page once)";
  }
  const isHere = [peer, ip ?? peer].every(isLoopbackAddress);
  return isHere ? undefined : "the request came from another address";
}

/** Whether a host is a name that only this machine can have. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");
  return name === "localhost" || name.endsWith(".localhost") || isLoopbackAddress(name);
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, "");
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
}
