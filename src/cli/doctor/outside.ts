import { isRecord } from "../../json.js";
import { asError } from "../../thrown.js";
import type { Finding } from "../../types/finding.js";

const about = "site";
const timeout = 10_000;

/** Looks at a running site from outside, as a browser does. */
export async function examineSite(address: URL): Promise<Finding[]> {
  const base = address.href.replace(/\/$/, "");
  try {
    const response = await ask(`${base}/providers`);
    const listed: unknown = await response.json().catch(() => undefined);
    if (!response.ok || !isRecord(listed)) return [notThere(base, response.status)];
    const csrf = await ask(`${base}/csrf`);
    return [
      { level: "ok", about, message: `The routes are at ${base}.` },
      ...callbackFindings(address, listed),
      ...cookieFindings(address, csrf.headers.getSetCookie()),
      ...clockFindings(csrf.headers.get("date")),
    ];
  } catch (error) {
    const { message, cause } = asError(error);
    const why = cause instanceof Error ? ` (${cause.message})` : "";
    return [
      {
        level: "error",
        about,
        message: `${base} can not be reached: ${message}${why}`,
        cure: "Start the application, and check the address.",
      },
    ];
  }
}

function ask(url: string): Promise<Response> {
  return fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
}

function notThere(base: string, status: number): Finding {
  return {
    level: "error",
    about,
    message: `There are no routes of Latchkey at ${base} (status ${status}).`,
    cure: "Give the whole address with the base path (--url https://example.com/auth), and mount the routes there: `basePath` and the mount path must be the same.",
  };
}

/** What the server believes its own address to be. */
function callbackFindings({ origin }: URL, listed: Record<string, unknown>): Finding[] {
  const urls = Object.values(listed).flatMap((one) => {
    const url: unknown = isRecord(one) ? one["callbackUrl"] : undefined;
    return typeof url === "string" && URL.canParse(url) ? [new URL(url)] : [];
  });
  const other = urls.find((url) => url.origin !== origin);
  const found: Finding[] = urls.map((url) => ({
    level: "ok",
    about: "redirect URI",
    message: url.href,
  }));
  if (!other) return found;
  return [
    {
      level: "error",
      about: "origin",
      message: `The site is at ${origin}, and the server believes to be at ${other.origin}.`,
      cure: 'Set AUTH_URL to the address that people use, or make the framework trust the proxy ("trust proxy" in Express).',
    },
    ...found,
  ];
}

function cookieFindings({ protocol }: URL, cookies: readonly string[]): Finding[] {
  if (cookies.length === 0) {
    return [
      {
        level: "error",
        about: "cookies",
        message: "No cookie was set with the CSRF token.",
        cure: "Let the proxy in front of the application pass Set-Cookie on, and keep no copies of {basePath}/csrf.",
      },
    ];
  }
  const isSecure = cookies.every((line) => /;\s*secure/i.test(line));
  if (isSecure === (protocol === "https:")) {
    return [{ level: "ok", about: "cookies", message: "They fit the scheme of the site." }];
  }
  return [
    {
      level: "error",
      about: "cookies",
      message: isSecure
        ? "They are for https alone, and the site is at http: browsers keep none of them."
        : "They are not for https alone, though the site is at https.",
      cure: "Set AUTH_URL to the address that people use, and leave `useSecureCookies` out.",
    },
  ];
}

function clockFindings(date: string | null): Finding[] {
  const off = Math.round((Date.parse(date ?? "") - Date.now()) / 1000);
  if (Number.isNaN(off) || Math.abs(off) < 60) return [];
  return [
    {
      level: "warning",
      about: "clock",
      message: `The clock of the server and that of this machine differ by ${off} seconds.`,
      cure: "Set the one that is wrong, and turn on NTP.",
    },
  ];
}
