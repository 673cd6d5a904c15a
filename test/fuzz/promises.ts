import { parseSetCookie } from "cookie";
import { secret } from "../support/config.js";
import type { World } from "./world.js";

/** A request and what came of it. */
export interface Answered {
  readonly request: Request;
  readonly response: Response;
  readonly text: string;
}

/** What an answer must be like whatever was asked. Each gives what is wrong, or nothing. */
type Promised = (world: World, answered: Answered) => string | undefined;

const siteOf = ({ config, variant }: World, { request }: Answered): URL =>
  new URL(config.url === undefined ? request.url : variant.origin);

const isPrefetch = ({ headers }: Request): boolean =>
  headers.has("next-router-prefetch") ||
  ["purpose", "sec-purpose", "x-purpose", "x-moz"].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ""),
  );

/** A provider's callback isn't for prefetching, which 503 says; else only a failing store is a 5xx. */
const noServerError: Promised = ({ variant }, { request, response }) => {
  if (response.status < 500 || variant.failing !== null) return undefined;
  if (response.status === 503 && isPrefetch(request)) return undefined;
  return `status ${response.status}`;
};

const knownStatus: Promised = (_, { response: { status } }) =>
  [200, 204, 302, 303, 400, 403, 404, 405, 413, 414, 415, 500, 503].includes(status)
    ? undefined
    : `status ${status}`;

/** Only a file that is the same everywhere may be kept. */
const isPrivate: Promised = (_, { request, response }) => {
  const { headers } = response;
  const control = headers.get("cache-control") ?? "";
  const kept = /private/.test(control) && /no-store/.test(control);
  if (kept && headers.get("vary")?.includes("Cookie")) return undefined;
  const { pathname } = new URL(request.url);
  const shared = /\/auth\/assets\/[^/]+\/?$/.test(pathname);
  if (shared && headers.getSetCookie().length === 0) return undefined;
  return `cache-control ${control}, vary ${headers.get("vary")}`;
};

const pageHeaders = {
  "content-type": /^text\/html; charset=utf-8$/,
  "content-security-policy": /default-src 'none'.*frame-ancestors 'none'/,
  "x-frame-options": /^DENY$/,
  "x-content-type-options": /^nosniff$/,
  "referrer-policy": /./,
} as const;

/** By what it is: a page, JSON, a script, a redirect or nothing. */
const describedByHeaders: Promised = (_, { request, response, text }) => {
  const { headers, status } = response;
  const type = headers.get("content-type") ?? "";
  if (type.startsWith("text/html")) {
    const missing = Object.entries(pageHeaders).filter(
      ([name, value]) => !value.test(headers.get(name) ?? ""),
    );
    return missing.length > 0 ? `page without ${missing.map(([name]) => name).join()}` : undefined;
  }
  if (request.method === "HEAD") return text === "" ? undefined : "HEAD with a body";
  if (type === "application/json") return isJson(text) ? undefined : "JSON that is none";
  if (type.startsWith("text/javascript")) return undefined;
  return text === "" && [204, 302, 303].includes(status)
    ? undefined
    : `type ${JSON.stringify(type)}`;
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const saysWhatIsAllowed: Promised = (_, { response: { status, headers } }) =>
  (status === 405 || status === 204) && !headers.get("allow")?.includes("OPTIONS")
    ? "no Allow"
    : undefined;

/** To this site, or from a sign-in to the provider that is configured. */
const staysHere: Promised = (world, answered) => {
  const site = siteOf(world, answered);
  const target = targetOf(site, answered);
  if (target === undefined) return undefined;
  if (!URL.canParse(target)) return `goes to ${JSON.stringify(target)}`;
  const { origin, username, password, href } = new URL(target);
  if (username !== "" || password !== "") return `goes to ${target}`;
  // Where a sign-in began is sealed, and stays the target wherever it ends.
  if (origin === site.origin || origin === world.variant.origin) return undefined;
  const { pathname } = new URL(answered.request.url);
  const isSignIn = /\/auth\/signin\/(?:rogue|plain|poster)\/?$/.test(pathname);
  const isProvider = href.startsWith(`${world.provider}/authorize?`);
  return isSignIn && isProvider ? undefined : `goes to ${target}`;
};

/**
 * The path alone is told where the site seems to be at https and nobody knows for sure: the browser stays where it is,
 * whatever that is called. Some of them take a backslash for a slash.
 */
function whole(site: URL, location: string | null): string {
  const isPath = location !== null && /^\/(?![/\\])/.test(location);
  return isPath ? site.origin + location : (location ?? "nowhere");
}

function targetOf(site: URL, { request, response, text }: Answered): string | undefined {
  const { headers, status } = response;
  if (status === 302 || status === 303) return whole(site, headers.get("location"));
  if (!request.headers.has("x-auth-return-redirect") || !isJson(text)) return undefined;
  const body: unknown = JSON.parse(text);
  const url: unknown =
    typeof body === "object" && body !== null ? Reflect.get(body, "url") : undefined;
  return typeof url === "string" ? whole(site, url) : undefined;
}

const ownCookie =
  /^(?:__Secure-)?authjs\.session-token(?:\.\d+)?$|^(?:__Host-)?latchkey\.(?:csrf-token|callback-url|mail|proof|device|prove|remember|there|failure|typed|(?:flow|challenge)\.[^=;]*)$/;

const cookiesAreGuarded: Promised = (world, answered) => {
  const { protocol } = siteOf(world, answered);
  const lines = answered.response.headers.getSetCookie();
  return lines.map((line) => flawOf(line, protocol === "https:")).find((flaw) => flaw !== "");
};

function flawOf(line: string, https: boolean): string {
  const { name, value = "", httpOnly, secure, path, domain, sameSite } = parseSetCookie(line);
  if (!ownCookie.test(name)) return `cookie ${name}`;
  const prefix = /session-token/.test(name) ? "__Secure-" : "__Host-";
  if (https !== name.startsWith(prefix)) return `cookie ${name} without its prefix`;
  const posted = sameSite === "none" && secure === true && /\.flow\./.test(name);
  if (sameSite !== "lax" && !posted) return `cookie ${name} with SameSite=${sameSite}`;
  if (!httpOnly || path !== "/" || domain !== undefined) return `cookie ${name} not guarded`;
  if (https && secure !== true) return `cookie ${name} without Secure`;
  return line.length > 4096 + 160 || value.length > 4096 ? `cookie ${name} too long` : "";
}

/** What couldn't be read changes nothing. */
const refusalsChangeNothing: Promised = (_, { response, text }) => {
  const refused = [404, 405, 413, 414, 415].includes(response.status);
  const unread = response.status === 400 && text.startsWith('{"message":');
  const changed = response.headers.getSetCookie().length > 0;
  return (refused || unread) && changed ? `cookies with a ${response.status}` : undefined;
};

/** Nothing of the request becomes markup, and nobody learns the secrets of the server. */
const tellsNoMore: Promised = (_, { response, text }) => {
  const told = [text, ...[...response.headers].map(([, value]) => value)];
  if (told.some((part) => part.includes(secret) || part.includes("secret-1"))) return "a secret";
  const isPage = response.headers.get("content-type")?.startsWith("text/html") ?? false;
  return isPage && /<script>alert|<img src=x|<b>/.test(text) ? "markup of the request" : undefined;
};

const promises: Readonly<Record<string, Promised>> = {
  noServerError,
  knownStatus,
  isPrivate,
  describedByHeaders,
  saysWhatIsAllowed,
  staysHere,
  cookiesAreGuarded,
  refusalsChangeNothing,
  tellsNoMore,
};

/** The promises that an answer breaks. */
export function broken(world: World, answered: Answered): string[] {
  return Object.entries(promises).flatMap(([name, promise]) => {
    const flaw = promise(world, answered);
    return flaw === undefined ? [] : [`${name}: ${flaw}`];
  });
}
