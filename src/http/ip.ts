const longest = 64;
const ipv4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
const groups = 8;
/** Who has an IPv6 address has at least these groups of it, with all that follows. */
const network = 4;

/**
 * One text for everything that one client is likely to own: an IPv4 address however it is written,
 * and the network of an IPv6 address. Undefined when there is nothing.
 */
export function normalizeIp(text: string | null | undefined): string | undefined {
  const plain = (text ?? "").trim().toLowerCase().slice(0, longest);
  if (plain === "") return undefined;
  const [address = ""] = plain.replace(/^\[([^\]]*)\].*$/, "$1").split("%", 1);
  const mapped = address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
  if (ipv4.test(mapped)) return mapped;
  return address.includes(":") ? (networkOf(address) ?? plain) : plain;
}

function networkOf(address: string): string | undefined {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = groups - left.length - right.length;
  if (missing < 0 || (tail === undefined && missing > 0)) return undefined;
  const all = [...left, ...Array<string>(missing).fill("0"), ...right];
  if (!all.every((group) => /^[\da-f]{1,4}$/.test(group))) return undefined;
  const first = all.slice(0, network).map((group) => Number.parseInt(group, 16).toString(16));
  return `${first.join(":")}::/64`;
}
