import { asAuthError } from "../caught.js";
import { AdapterError } from "../errors.js";
import { readBody } from "../http/body.js";
import { Fields } from "../http/fields.js";
import { json, type Outcome } from "../http/outcome.js";
import { isSecureOutside } from "../http/outside.js";
import { RequestProblem } from "../http/problem.js";
import { readQuery } from "../http/query.js";
import { respond, respondRaw, type RespondOptions } from "../http/respond.js";
import { normalizeBasePath, type Site } from "../http/urls.js";
import { once } from "../once.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { HandlerDeps, Incoming } from "./context.js";
import { problemOutcome } from "./caught.js";
import { perform } from "./perform.js";
import { actionFor, allowedMethods, matchPath, type Match } from "./routes.js";
import { oddityOf } from "./surroundings.js";

/** What a framework knows better than the configuration. */
export interface Mount {
  /** The path under which the routes are mounted. */
  readonly basePath?: string;
  /** The path of the application, where a prefix is before it: where browsers go when nothing says where. */
  readonly home?: string | undefined;
  /** The IP address of the client, as headers of a trusted proxy may tell it. */
  readonly ip?: string | undefined;
  /** The address of the socket at the other end. No header counts: pages for development rest on it. */
  readonly peer?: string | undefined;
  /**
   * A proxy that the framework was told to trust says where the site is, so neither AUTH_URL nor `trustHost` is
   * needed. @default false
   */
  readonly hostTrusted?: boolean | undefined;
}

/** A request that came to an end. */
interface Ended {
  readonly outcome: Outcome;
  readonly cookies: readonly ResponseCookie[];
}

const warnings = once(() => import("./warn-of-oddity.js"));

/** One request in, one response out. Nothing is thrown. */
export async function handle(deps: HandlerDeps, request: Request, mount: Mount): Promise<Response> {
  const { logger } = deps.settings;
  try {
    const asked = askedOf(deps, request, mount);
    const { outcome, cookies } = await run(deps, asked, false);
    const late = logger.written();
    if (late) await late;
    return respond(outcome, formOf(asked, outcome, cookies));
  } catch (thrown) {
    // Such as a session that is no JSON, or a cookie with an attribute that can not be sent.
    const error = asAuthError(thrown);
    logger.error(error.type, error);
    await logger.written();
    return respond(unanswerable, { cookies: [], headOnly: request.method === "HEAD" });
  }
}

/** A request, and where the site is. This runs at every request: what is needed later is not computed. */
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

/** How the request wants its answer. Most of it is about redirects. */
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

/** Where an answer could not be made, as of a session that is no JSON: no cookie changes. */
const unanswerable = /* @__PURE__ */ json(
  { message: "Something went wrong. The server's log says what." },
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
    const odd = oddityOf(settings.origin, { url, headers: request.headers }, site);
    if (odd) (await warnings()).warnOfOddity(settings, odd, site);
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
      // A store that is out of order says nothing about who is signed in.
      if (match.action === "session" && problem instanceof AdapterError) {
        return { outcome: json(null, 503), cookies: [] };
      }
      const isPage = match.route.page === true;
      const { misconfigured } = await import("./misconfigured.js");
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
    if (!thrown.passing) return { outcome: problemOutcome(thrown), cookies: [] };
    const { passingOutcome } = await import("./passing.js");
    return { outcome: await passingOutcome(thrown, { settings, request, site }), cookies: [] };
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
