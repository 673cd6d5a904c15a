import type { Serialiser } from "../accounts/serialise.js";
import type { ActionContext } from "../actions/context.js";
import type { Settings } from "../config/settings.js";
import { assertPercentEncoding, readBody } from "../http/body.js";
import { Fields } from "../http/fields.js";
import { json, type Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/problem.js";
import { respond, respondRaw } from "../http/respond.js";
import { normalizeBasePath, type Site } from "../http/urls.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import { createContext, withTarget, type Incoming } from "./context.js";
import { asAuthError, failureOutcome, problemOutcome } from "./failure.js";
import { misconfigured } from "./misconfigured.js";
import { actionFor, allowedMethods, matchPath, type Match } from "./routes.js";

/** What a framework knows better than the configuration. */
export interface Mount {
  /** The path under which the routes are mounted. */
  readonly basePath?: string;
}

export interface HandlerDeps {
  readonly settings: Settings;
  readonly serialiser: Serialiser;
}

/** A request that came to an end. */
interface Ended {
  readonly outcome: Outcome;
  readonly cookies: readonly ResponseCookie[];
}

const noCookies: readonly ResponseCookie[] = [];

/** One request in, one response out. Nothing is thrown. */
export async function handle(deps: HandlerDeps, request: Request, mount: Mount): Promise<Response> {
  const { outcome, cookies } = await run(deps, request, mount, false);
  return respond(outcome, {
    cookies,
    redirectAsJson: request.headers.has("x-auth-return-redirect"),
    headOnly: request.method === "HEAD",
  });
}

/** The same as plain data. Throws the `AuthError` where a browser would be sent to an error page. */
export async function handleRaw(
  deps: HandlerDeps,
  request: Request,
  mount: Mount,
): Promise<ResponseInternal> {
  const { outcome, cookies } = await run(deps, request, mount, true);
  return respondRaw(outcome, cookies);
}

// eslint-disable-next-line max-params -- the last one is the only difference between the two above
async function run(
  deps: HandlerDeps,
  request: Request,
  mount: Mount,
  throwing: boolean,
): Promise<Ended> {
  const { settings } = deps;
  const url = new URL(request.url);
  const site: Site = {
    origin: settings.origin ?? url.origin,
    basePath: mount.basePath === undefined ? settings.basePath : normalizeBasePath(mount.basePath),
  };
  let match: Match | undefined;
  let context: ActionContext | undefined;
  try {
    match = matchPath(url.pathname, site.basePath);
    if (request.method === "OPTIONS") return options(match);
    const act = actionFor(match.route, request.method);
    const incoming = await read(request, { url, site, match });
    const problem = await settings.problem();
    if (problem) {
      if (throwing) throw problem;
      settings.logger.error(problem.type, problem);
      const isPage = match.route.page === true;
      const outcome = await misconfigured(settings, problem, { incoming, isPage });
      return { outcome, cookies: noCookies };
    }
    context = createContext(settings, deps.serialiser, incoming);
    if (match.route.redirects) context = await withTarget(context);
    return { outcome: await act(context), cookies: context.jar.changes() };
  } catch (thrown) {
    if (thrown instanceof RequestProblem) {
      return { outcome: problemOutcome(thrown), cookies: noCookies };
    }
    const error = asAuthError(thrown);
    settings.logger.error(error.type, error);
    if (throwing) throw error;
    const cookies = context?.jar.changes() ?? noCookies;
    if (match?.action === "session") return { outcome: json(null, 400), cookies };
    return { outcome: failureOutcome(error, site, settings.pages), cookies };
  }
}

function options(match: Match): Ended {
  const headers = { allow: allowedMethods(match.route).join(", ") };
  return { outcome: { kind: "empty", status: 204, headers }, cookies: noCookies };
}

async function read(
  request: Request,
  { url, site, match }: { url: URL; site: Site; match: Match },
): Promise<Incoming> {
  assertPercentEncoding(url.search);
  return {
    url,
    site,
    method: request.method,
    headers: request.headers,
    query: Fields.fromPairs(url.searchParams),
    body: request.method === "POST" ? await readBody(request) : Fields.fromPairs([]),
    providerId: match.providerId,
  };
}
