import { secrets } from "./secrets.js";
import { told } from "./told.js";

const longEnough = 16;
const word = /[\w-]+/g;

/** Everything that was told, apart from what is marked as personal. */
function texts(): Readonly<Record<string, readonly string[]>> {
  const events = told.events.map(({ personal: _, ...event }) => JSON.stringify(event));
  const clients = told.events.map(({ personal }) => JSON.stringify(personal));
  return {
    "log line": told.lines,
    event: events,
    "personal data of an event": clients,
    span: told.spans,
  };
}

/** Secrets in what was told, and addresses of people outside of what is marked so. */
export function leaks(): string[] {
  const found: string[] = [];
  for (const [kind, lines] of Object.entries(texts())) {
    const find = finder();
    for (const line of lines) {
      const secret = find(line);
      if (secret !== undefined) found.push(`${kind} with a ${secret}: ${line.slice(0, 2000)}`);
      const address = kind.startsWith("personal")
        ? undefined
        : personal.exec(line.replace(examples, ""))?.[0];
      if (address !== undefined) found.push(`${kind} with ${address}: ${line.slice(0, 2000)}`);
    }
  }
  return found;
}

/** Addresses of people and, of those that tests use for clients and not for servers, IP addresses. */
const personal =
  /[\w.+-]+@[a-z0-9-]+\.[a-z]{2,}|(?<![\w/])(?:192\.0\.2|198\.51\.100|203\.0\.113)\.\d+|\b2001:db8:/i;
/** In what the library says by itself. */
const examples = /such as [\w-]+@example\.com/g;

/**
 * Long secrets are found by their words, also in parts and in addresses; short ones as they are. What a
 * sealed cookie begins with, and the id of a stored session, are no secrets.
 */
function finder(): (line: string) => string | undefined {
  const words = new Map<string, string>();
  const short: [string, string][] = [];
  for (const [value, kind] of secrets) {
    const [own = ""] = value.split(".lk1.");
    const long = (own.match(word) ?? []).filter(
      (part) => part.length >= longEnough && !part.startsWith("eyJ"),
    );
    for (const part of long) words.set(part, kind);
    if (long.length === 0) short.push([value, kind]);
  }
  return (line) => {
    for (const [part] of line.matchAll(word)) {
      const kind = words.get(part);
      if (kind !== undefined) return kind;
    }
    return short.find(([value]) => isIn(line, value))?.[1];
  };
}

/** As a word of its own: six digits may be part of anything. */
function isIn(line: string, value: string): boolean {
  for (let at = line.indexOf(value); at !== -1; at = line.indexOf(value, at + 1)) {
    const around = `${line[at - 1] ?? " "}${line[at + value.length] ?? " "}`;
    if (!/[\w.-]/.test(around)) return true;
  }
  return false;
}
