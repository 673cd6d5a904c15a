import { asError } from "../../core/errors/as-error.js";
import { isRecord } from "../../core/values/json.js";
import { fine, warning, wrong } from "../../doctor/finding.js";
import type { Finding } from "../../types/finding.js";

const about = "site";
const timeout = 10_000;

/** Checks a running site from outside, like a browser. */
export async function examineSite(address: URL): Promise<Finding[]> {
  const base = address.href.replace(/\/$/, "");
  try {
    const response = await ask(`${base}/providers`);
    const listed: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !isRecord(listed)) return [notThere(base, response.status)];
    const csrf = await ask(`${base}/csrf`);
    return [
      fine(about, `The routes are at ${base}.`),
      ...callbackFindings(address, listed),
      cookieFinding(address, csrf.headers.getSetCookie()),
      ...clockFindings(csrf.headers.get("date")),
    ];
  } catch (error) {
    const { message, cause } = asError(error);
    const why = cause instanceof Error ? ` (${cause.message})` : "";
    const cure = "Start the app, and check the URL.";
    return [wrong(about, `${base} can't be reached: ${message}${why}`, cure)];
  }
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
}

const notThere = (base: string, status: number): Finding =>
  wrong(
    about,
    `Latchkey's routes aren't at ${base} (status ${status}).`,
    "Pass the whole URL with the base path (--url https://example.com/auth), and mount the routes there: `basePath` and the mount path must be equal.",
  );

/** The server's own URL, as it knows it. */
function callbackFindings({ origin }: URL, listed: Record<string, unknown>): Finding[] {
  const urls = Object.values(listed).flatMap((one) => {
    const url: unknown = isRecord(one) ? one["callbackUrl"] : undefined;
    return typeof url === "string" && URL.canParse(url) ? [new URL(url)] : [];
  });
  const found = urls.map(({ href }) => fine("redirect URI", href));
  const other = urls.find((url) => url.origin !== origin);
  if (!other) return found;
  return [
    wrong(
      "origin",
      `The site is at ${origin}, but the server takes its URL to be ${other.origin}.`,
      'Set AUTH_URL to the URL that users open, or make the framework trust the proxy ("trust proxy" in Express).',
    ),
    ...found,
  ];
}

function cookieFinding({ protocol }: URL, cookies: readonly string[]): Finding {
  if (cookies.length === 0) {
    return wrong(
      "cookies",
      "The response with the CSRF token sets no cookie.",
      "Configure the proxy in front of the app to pass Set-Cookie on, and not to cache {basePath}/csrf.",
    );
  }
  const isSecure = cookies.every((line) => /;\s*secure/i.test(line));
  if (isSecure === (protocol === "https:")) {
    return fine("cookies", "They match the site's scheme.");
  }
  return wrong(
    "cookies",
    isSecure
      ? "They're marked `Secure`, but the site uses http, so browsers drop them."
      : "They aren't marked `Secure`, although the site uses https.",
    "Set AUTH_URL to the URL that users open, and remove `useSecureCookies`.",
  );
}

function clockFindings(date: string | null): Finding[] {
  const off = Math.round((Date.parse(date ?? "") - Date.now()) / 1000);
  if (Number.isNaN(off) || Math.abs(off) < 60) return [];
  const message = `The clocks of the server and this machine differ by ${off} seconds.`;
  return [warning("clock", message, "Correct the wrong one, and turn on NTP.")];
}
