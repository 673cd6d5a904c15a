import { trimmed } from "../values/text.js";

/**
 * Parses a Cookie header (RFC 6265bis, section 4.2.1). If a name occurs twice, the first one counts: browsers
 * send the one with the longer path first. Tabs aren't trimmed: browsers never send one, and a cookie planted
 * as "\t__Host-…" must not pass for the protected one.
 */
export function parseCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of header.split(";")) {
    const equals = pair.indexOf("=");
    if (equals < 0 || pair.includes("\t")) continue;
    // Other white space belongs to the name.
    const name = trimmed(pair.slice(0, equals), " ");
    if (!cookies.has(name)) cookies.set(name, decoded(trimmed(pair.slice(equals + 1), " ")));
  }
  return cookies;
}

function decoded(value: string): string {
  if (!value.includes("%")) return value;
  try {
    const text = decodeURIComponent(value);
    // No cookie of ours contains a NUL, and some stores reject it: such a cookie counts as empty.
    return text.includes("\u0000") ? "" : text;
  } catch {
    return value;
  }
}
