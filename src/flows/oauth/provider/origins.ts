/** An origin, or a pattern with a wildcard in one label of the host. */
interface Pattern {
  readonly scheme: string;
  readonly labels: readonly string[];
  readonly port: string;
}

const shape = /^(https?:)\/\/([a-z\d.*-]+)(?::(\d{1,5}))?$/;
const wildcard = /^[a-z\d-]*\*[a-z\d-]*$/;
/** The part after a wildcard must be a registered domain: "https://*.app" would match everyone's. */
const fixedLabels = 2;

function parse(text: string): Pattern | undefined {
  const [, scheme = "", host = "", port = ""] = shape.exec(text.toLowerCase()) ?? [];
  const labels = host.split(".");
  const wild = labels.filter((label) => label.includes("*"));
  const isLabel = (label: string) => (label.includes("*") ? wildcard.test(label) : label !== "");
  if (scheme === "" || wild.length > 1 || !labels.every(isLabel)) return undefined;
  const behind = labels.length - 1 - labels.findIndex((label) => label.includes("*"));
  if (wild.length === 1 && behind < fixedLabels) return undefined;
  return { scheme, labels, port };
}

/** Whether a string is an http(s) origin, with at most one `*` in one label of its host. */
export function isOriginPattern(text: unknown): boolean {
  return typeof text === "string" && parse(text) !== undefined;
}

/** Whether an origin matches one of the patterns. A `*` stands for a part of one label. */
export function isListedOrigin(origin: string, patterns: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, port, username, password } = new URL(origin);
  if (username !== "" || password !== "") return false;
  const labels = hostname.split(".");
  return patterns.some((text) => {
    const pattern = parse(text);
    if (pattern?.scheme !== protocol || portOf(pattern) !== port) return false;
    if (pattern.labels.length !== labels.length) return false;
    return pattern.labels.every((label, index) => fits(labels[index] ?? "", label));
  });
}

/** URLs omit their scheme's default port. */
function portOf({ scheme, port }: Pattern): string {
  return port === (scheme === "https:" ? "443" : "80") ? "" : port;
}

function fits(label: string, pattern: string): boolean {
  const [before = "", after] = pattern.split("*", 2);
  if (after === undefined) return label === pattern;
  const isLong = label.length > before.length + after.length;
  return isLong && label.startsWith(before) && label.endsWith(after);
}
