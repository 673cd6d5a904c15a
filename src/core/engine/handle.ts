import type { ResponseCookie, ResponseInternal } from "../../types/http.js";
import { once } from "../async/once.js";
import { asAuthError } from "../errors/as-auth-error.js";
import { AdapterError } from "../errors/errors.js";
import { readBody } from "../http/body.js";
import { Fields } from "../http/fields.js";
import { json, type Outcome } from "../http/outcome.js";
import { isSecureOutside } from "../http/public-origin.js";
import { readQuery } from "../http/query.js";
import { RequestProblem } from "../http/request-problem.js";
import { respond, respondRaw, type RespondOptions } from "../http/respond.js";
import { normalizeBasePath, type Site } from "../http/urls.js";
import type { HandlerDeps, Incoming } from "./context.js";
import { perform } from "./perform.js";
import { problemOutcome } from "./problem-outcome.js";
import { findProxyMismatch } from "./proxy-mismatch.js";
import { actionFor, allowedMethods, matchPath, type Match } from "./routes.js";

/** What the framework knows better than the configuration. */
export interface Mount {
  /** The path the routes are mounted at. */
  readonly basePath?: string;
  /** The app's own path if it's under a prefix: the default redirect target. */
  readonly home?: string | undefined;
  /** The client's IP address, from a trusted proxy's headers if there is one. */
  readonly ip?: string | undefined;
  /** The IP address of the socket. Never from headers: pages for development depend on it. */
  readonly peer?: string | undefined;
  /**
   * The framework trusts its proxy to tell the site's URL, so neither AUTH_URL nor `trustHost` is needed.
   * @default false
   */
  readonly hostTrusted?: boolean | undefined;
}

/** A finished request. */
interface Ended {
  readonly outcome: Outcome;
  readonly cookies: readonly ResponseCookie[];
}

const warnings = once(() => import("#warnings"));

/** Handles one request. Never throws. */
export async function handle(deps: HandlerDeps, request: Request, mount: Mount): Promise<Response> {
  const { logger } = deps.settings;
  try {
    const asked = askedOf(deps, request, mount);
    const { outcome, cookies } = await run(deps, asked, false);
    const late = logger.written();
    if (late) await late;
    const allowed = deps.settings.plugins.crossOrigin?.(request);
    return respond(outcome, { ...formOf(asked, outcome, cookies), ...(allowed && { allowed }) });
  } catch (thrown) {
    // For example, a session that can't be serialized, or an invalid cookie attribute.
    const error = asAuthError(thrown);
    logger.error(error.type, error);
    await logger.written();
    return respond(unanswerable, { cookies: [], headOnly: request.method === "HEAD" });
  }
}

/** One request and the site's URL. Runs at every request, so anything needed later isn't computed. */
interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly site: Site;
  readonly mount: Mount;
}

function askedOf({ settings }: HandlerDeps, request: Request, mount: Mount): Asked {
  const { basePath, home } = mount;
  const url = new URL(request.url);
  const origin = settings.origin ?? url.origin;
  const site = {
    origin,
    basePath: basePath === undefined ? settings.basePath : normalizeBasePath(basePath),
    routes: settings.plugins.paths,
    home: home && origin + home,
  };
  return { request, url, site, mount };
}

/** How the request wants its response; mostly about redirects. */
function formOf(
  { request, site }: Asked,
  { kind }: Outcome,
  cookies: readonly ResponseCookie[],
): RespondOptions {
  const headOnly = request.method === "HEAD";
  if (kind !== "redirect") return { cookies, headOnly };
  return {
    cookies,
    headOnly,
    redirectAsJson: request.headers.has("x-auth-return-redirect"),
    afterPost: request.method === "POST",
    schemeless: isSecureOutside(request.headers, site) ? site : undefined,
  };
}

/** The response if none could be built, such as for a session that isn't JSON. No cookie changes. */
const unanswerable = /* @__PURE__ */ json(
  { message: "Something went wrong. The server's log has the details." },
  500,
);

/** The same as plain data. Throws the `AuthError` where a browser would be sent to an error page. */
export async function handleRaw(
  deps: HandlerDeps,
  request: Request,
  mount: Mount,
): Promise<ResponseInternal> {
  const asked = askedOf(deps, request, mount);
  try {
    const { outcome, cookies } = await run(deps, asked, true);
    return respondRaw(outcome, cookies);
  } finally {
    await deps.settings.logger.written();
  }
}

async function run(deps: HandlerDeps, asked: Asked, throwing: boolean): Promise<Ended> {
  const { settings } = deps;
  const { request, url, site } = asked;
  try {
    const match = matchPath(url.pathname, site.basePath, settings.plugins.routes);
    if (request.method === "OPTIONS") return options(match);
    const act = actionFor(match.route, request.method);
    const odd = findProxyMismatch(settings.origin, { url, headers: request.headers }, site);
    if (odd) (await warnings()).warnOfProxyMismatch(settings, odd, site);
    const body = request.method === "POST" ? await readBody(request) : Fields.none;
    const incoming = read(asked, match, body);
    if (match.action === "doctor" && !settings.production) {
      const { showFindings } = await import("#doctor");
      return { outcome: await showFindings(deps, incoming), cookies: [] };
    }
    const isStoreless = match.route.storeless === true && request.method !== "POST";
    const { hostTrusted } = asked.mount;
    const ready = isStoreless ? settings.storeless(hostTrusted) : settings.ready(hostTrusted);
    const parts = "then" in ready ? await ready : ready;
    if (parts.problem) {
      const { problem } = parts;
      settings.logger.error(problem.type, problem);
      if (throwing) throw problem;
      // If the store is down, it's unknown who is signed in.
      if (match.action === "session" && problem instanceof AdapterError) {
        return { outcome: json(null, 503), cookies: [] };
      }
      const isPage = match.route.page === true;
      const { misconfigured } = await import("./configuration-error.js");
      return { outcome: await misconfigured(settings, problem, { incoming, isPage }), cookies: [] };
    }
    const { redirects = false } = match.route;
    const done = await perform(
      { settings, config: deps.config, parts },
      { act, incoming },
      { redirects, trusted: false },
    );
    if (done.error === undefined) return done;
    if (throwing || done.error instanceof RequestProblem) throw done.error;
    if (match.action === "session") return { outcome: json(null, 400), cookies: done.cookies };
    const { failureOutcome } = await import("./failure.js");
    return { outcome: failureOutcome(done.error, site, settings.pages), cookies: done.cookies };
  } catch (thrown) {
    if (!(thrown instanceof RequestProblem)) throw thrown;
    if (!url.pathname.startsWith(`${site.basePath}/`)) {
      (await warnings()).warnOfOtherPlace(settings, url.pathname, site);
    }
    if (!thrown.passing) return { outcome: problemOutcome(thrown), cookies: [] };
    const { retryOutcome } = await import("./retry-page.js");
    return { outcome: await retryOutcome(thrown, { settings, request, site }), cookies: [] };
  }
}

function options(match: Match): Ended {
  const headers = { allow: allowedMethods(match.route).join(", ") };
  return { outcome: { kind: "empty", status: 204, headers }, cookies: [] };
}

function read({ request, url, site, mount }: Asked, match: Match, body: Fields): Incoming {
  return {
    action: match.action,
    url,
    site,
    method: request.method,
    headers: request.headers,
    query: readQuery(url),
    body,
    providerId: match.providerId,
    ip: mount.ip,
    peer: mount.peer,
    abortSignal: () => request.signal,
  };
}
