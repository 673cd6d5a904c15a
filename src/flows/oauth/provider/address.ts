type Reach = "public" | "loopback" | "private" | "link-local";

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/;

/** How public a host is, judging by its name. */
function reachOf({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return "loopback";
  if (host.includes(":")) return reachOfIpv6(host);
  const parts = ipv4.exec(host)?.slice(1).map(Number);
  return parts ? reachOfIpv4(parts) : "public";
}

/** Public addresses start with 2 or 3; some of those embed an IPv4 address, or are for documentation. */
function reachOfIpv6(host: string): Reach {
  if (/^fe[89ab]/.test(host)) return "link-local";
  const isPublic = /^[23][\da-f]{3}:/.test(host) && !/^(?:2002:|2001:(?:db8:|0:|:))/.test(host);
  return isPublic ? "public" : "private";
}

function reachOfIpv4([first = 0, second = 0, third = 0]: readonly number[]): Reach {
  if (first === 127) return "loopback";
  if (first === 169 && second === 254) return "link-local";
  const isPrivate =
    first === 10 ||
    first === 0 ||
    // Carrier-grade NAT, and benchmarking.
    (first === 100 && second >= 64 && second < 128) ||
    (first === 198 && (second === 18 || second === 19)) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && (second === 168 || (second === 0 && third === 0))) ||
    // Multicast, or reserved.
    first >= 224;
  return isPrivate ? "private" : "public";
}

/** Throws unless the URL is https; plain http is allowed for this machine, and for configured origins. */
export function assertSafeScheme(url: URL, named: readonly string[]): void {
  if (url.protocol === "https:") return;
  if (url.protocol === "http:" && (reachOf(url) === "loopback" || named.includes(url.origin))) {
    return;
  }
  throw new Error(
    `Provider URLs must be https, or http on this machine. This one is ${url.protocol}//${url.host}.${adviceFor(url)}`,
  );
}

/**
 * Throws if a provider's metadata contains a private address although the provider isn't on that network:
 * otherwise a provider could make the server call its neighbors (SSRF).
 */
export function assertNamedBy(source: URL, text: string, named: readonly string[]): void {
  const url = new URL(text);
  assertSafeScheme(url, named);
  const reach = reachOf(url);
  if (reach === "public" || reach === reachOf(source) || named.includes(url.origin)) return;
  throw new Error(
    `The metadata of ${source.host} contains a private address: ${url.host}.${adviceFor(url)}`,
  );
}

function adviceFor(url: URL): string {
  const { protocol, origin } = url;
  const isWeb = protocol === "http:" || protocol === "https:";
  if (!isWeb || isNeverPrivate(url)) return "";
  return ` If it's in a private network of yours, allow it on the provider: \`[privateOrigins]: ["${origin}"]\` (a symbol of "latchkey").`;
}

/** A host without a wildcard, or anything that has a meaning in a header. */
const oneOrigin = /^https?:\/\/(?:[a-z\d._-]+|\[[\da-f:]+\])(?::\d+)?$/;

/** The first invalid entry in a list of trusted origins. */
export function findWrongOrigin(named: readonly unknown[]): unknown {
  return named.find((text) => {
    if (typeof text !== "string" || !URL.canParse(text)) return true;
    const url = new URL(text);
    return url.origin !== text || !oneOrigin.test(text) || isNeverPrivate(url);
  });
}

/** Private by number, or the metadata service of a cloud. */
function isNeverPrivate(url: URL): boolean {
  const isNumber = url.hostname.startsWith("[") || ipv4.test(url.hostname);
  const reach = reachOf(url);
  return reach === "link-local" || (isNumber && reach === "public");
}
