/** What stands around an address. */
const around = /([\s<>"'(),;:]+)/;
const hidden = "(address)";
const mostCauses = 8;

/**
 * The error of a mail server, for the log: servers quote the recipient, and the errors of senders list who
 * was refused, or hold the whole response.
 */
export function withoutAddresses(thrown: unknown, recipient: string): Error {
  return copyOf(thrown, (text) => withoutAny(text.replaceAll(recipient, hidden)));
}

function withoutAny(text: string): string {
  return text
    .split(around)
    .map((part) => (part.indexOf("@") > 0 ? hidden : part))
    .join("");
}

function copyOf(thrown: unknown, hide: (text: string) => string, depth = 0): Error {
  if (!(thrown instanceof Error)) return new Error(hide(String(thrown)));
  const { cause } = thrown;
  const isShown = cause instanceof Error && depth < mostCauses;
  const copy = new Error(
    hide(thrown.message),
    isShown ? { cause: copyOf(cause, hide, depth + 1) } : {},
  );
  copy.name = thrown.name;
  copy.stack = hide(thrown.stack ?? "");
  for (const name of ["code", "responseCode", "command"]) {
    const value: unknown = Reflect.get(thrown, name);
    const told = typeof value === "string" ? hide(value) : value;
    if (typeof told === "string" || typeof told === "number") Reflect.set(copy, name, told);
  }
  return copy;
}
