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
    const name = withoutSpaces(pair.slice(0, equals));
    if (!cookies.has(name)) cookies.set(name, decoded(withoutSpaces(pair.slice(equals + 1))));
  }
  return cookies;
}

/** Unlike `trim()`, removes only what separates pairs: other white space belongs to the name. */
function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === " ") start++;
  while (end > start && text[end - 1] === " ") end--;
  return text.slice(start, end);
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
