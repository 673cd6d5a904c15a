const longest = 64;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const groups = 8;
/** An owner of an IPv6 address has at least all addresses that share these groups. */
const network = 4;

/**
 * One string for everything that a single client likely controls: an IPv4 address in any notation, or the
 * network of an IPv6 address. The port is dropped, because it differs for each connection. Undefined if
 * there's no address.
 */
export function normalizeIp(text: string | null | undefined): string | undefined {
  const plain = (text ?? "").trim().toLowerCase().slice(0, longest);
  if (plain === "") return undefined;
  const [address = ""] = withoutPort(plain).split("%", 1);
  if (ipv4.test(address)) return address;
  const all = groupsOf(address);
  if (!all) return plain;
  return mappedAddress(all) ?? `${all.slice(0, network).map(hex).join(":")}::/64`;
}

/** IPv6 addresses have brackets before a port; IPv4 addresses contain no other colon. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\]/.exec(text)?.[1];
  return bracketed ?? /^([\d.]+):\d*$/.exec(text)?.[1] ?? text;
}

/** The eight groups of an IPv6 address; undefined if it isn't one (RFC 4291, section 2.2). */
function groupsOf(address: string): readonly number[] | undefined {
  const [head = "", tail, ...rest] = withHexEnd(address).split("::");
  if (!address.includes(":") || rest.length > 0) return undefined;
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = groups - left.length - right.length;
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  const all = [...left, ...Array<string>(missing).fill("0"), ...right];
  if (!all.every((group) => /^[\da-f]{1,4}$/.test(group))) return undefined;
  return all.map((group) => Number.parseInt(group, 16));
}

/** The last two groups may be written as an IPv4 address. */
function withHexEnd(address: string): string {
  const end = address.slice(address.lastIndexOf(":") + 1);
  if (!ipv4.test(end)) return address;
  const [a = 0, b = 0, c = 0, d = 0] = end.split(".").map(Number);
  return `${address.slice(0, -end.length)}${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
}

/** The IPv4 address in an IPv4-mapped one (section 2.5.5.2). */
function mappedAddress(all: readonly number[]): string | undefined {
  const isMapped = all.slice(0, 5).every((group) => group === 0) && all[5] === 0xffff;
  if (!isMapped) return undefined;
  return all
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join(".");
}

function hex(group: number): string {
  return group.toString(16);
}
