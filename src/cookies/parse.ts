/**
 * The cookies of a Cookie header (RFC 6265bis, section 4.2.1). Of two with one name the first counts:
 * browsers send the one with the longer path first. A browser never puts a tab into a pair, so that
 * one planted as "\t__Host-…" is not taken for the protected one.
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

/** Unlike `trim()`, only what separates pairs: other white space belongs to a name. */
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
    // No cookie of ours holds a NUL, and some stores fail at it: such a cookie counts as empty.
    return text.includes("\u0000") ? "" : text;
  } catch {
    return value;
  }
}
