type Reach = "public" | "loopback" | "private" | "link-local";

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/;

/** How far a host is away, as far as its name tells. */
function reachOf({ hostname }: URL): Reach {
  const host = hostname.replace(/^\[|\]$|\.$/g, "");
  if (host === "localhost" || host.endsWith(".localhost") || host === "::1") return "loopback";
  if (host.includes(":")) return reachOfIpv6(host);
  const parts = ipv4.exec(host)?.slice(1).map(Number);
  return parts ? reachOfIpv4(parts) : "public";
}

/** Public addresses begin with 2 or 3; of these, some lead on to an IPv4 address or are examples. */
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
    // Of carriers, and for measuring.
    (first === 100 && second >= 64 && second < 128) ||
    (first === 198 && (second === 18 || second === 19)) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 192 && (second === 168 || (second === 0 && third === 0))) ||
    // To many at once, or reserved.
    first >= 224;
  return isPrivate ? "private" : "public";
}

/** Throws unless the URL is https; plain http is for this very machine, and for origins that were named. */
export function assertSafeScheme(url: URL, named: readonly string[]): void {
  if (url.protocol === "https:") return;
  if (url.protocol === "http:" && (reachOf(url) === "loopback" || named.includes(url.origin))) {
    return;
  }
  throw new Error(
    `Only https addresses are used, and http ones of this machine. This one is ${url.protocol}//${url.host}.${adviceFor(url)}`,
  );
}

/**
 * Throws when a provider's metadata names an address inside a network that the provider itself is
 * not in: a server must not be talked into asking its neighbours.
 */
export function assertNamedBy(source: URL, text: string, named: readonly string[]): void {
  const url = new URL(text);
  assertSafeScheme(url, named);
  const reach = reachOf(url);
  if (reach === "public" || reach === reachOf(source) || named.includes(url.origin)) return;
  throw new Error(
    `${source.host} names an address that is not public: ${url.host}.${adviceFor(url)}`,
  );
}

function adviceFor(url: URL): string {
  const { protocol, origin } = url;
  const isWeb = protocol === "http:" || protocol === "https:";
  if (!isWeb || isNeverPrivate(url)) return "";
  return ` If it is in a network of your own that nobody else is on, name it on the provider: \`[privateOrigins]: ["${origin}"]\` (a symbol of "latchkey").`;
}

/** A host without a wildcard, or anything that would mean more in a header. */
const oneOrigin = /^https?:\/\/(?:[a-z\d._-]+|\[[\da-f:]+\])(?::\d+)?$/;

/** What is wrong with a list of origins that are to be used as they are: the first that can not be. */
export function findWrongOrigin(named: readonly unknown[]): unknown {
  return named.find((text) => {
    if (typeof text !== "string" || !URL.canParse(text)) return true;
    const url = new URL(text);
    return url.origin !== text || !oneOrigin.test(text) || isNeverPrivate(url);
  });
}

/** Public by its number, or where clouds keep the secrets of a machine. */
function isNeverPrivate(url: URL): boolean {
  const isNumber = url.hostname.startsWith("[") || ipv4.test(url.hostname);
  const reach = reachOf(url);
  return reach === "link-local" || (isNumber && reach === "public");
}
