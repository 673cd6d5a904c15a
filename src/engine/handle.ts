import { readBody } from "../http/body.js";
import { Fields } from "../http/fields.js";
import { json, type Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/problem.js";
import { readQuery } from "../http/query.js";
import { respond, respondRaw } from "../http/respond.js";
import { normalizeBasePath, type Site } from "../http/urls.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { HandlerDeps, Incoming } from "./context.js";
import { failureOutcome, problemOutcome } from "./failure.js";
import { perform } from "./perform.js";
import { actionFor, allowedMethods, matchPath, type Match } from "./routes.js";

/** What a framework knows better than the configuration. */
export interface Mount {
  /** The path under which the routes are mounted. */
  readonly basePath?: string;
  /** The IP address of the client. */
  readonly ip?: string | undefined;
}

/** A request that came to an end. */
interface Ended {
  readonly outcome: Outcome;
  readonly cookies: readonly ResponseCookie[];
}

/** One request in, one response out. Nothing is thrown. */
export async function handle(deps: HandlerDeps, request: Request, mount: Mount): Promise<Response> {
  const { outcome, cookies } = await run(deps, request, { ...mount, throwing: false });
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
  const { outcome, cookies } = await run(deps, request, { ...mount, throwing: true });
  return respondRaw(outcome, cookies);
}

async function run(
  deps: HandlerDeps,
  request: Request,
  { basePath, ip, throwing }: Mount & { throwing: boolean },
): Promise<Ended> {
  const { settings } = deps;
  const url = new URL(request.url);
  const site: Site = {
    origin: settings.origin ?? url.origin,
    basePath: basePath === undefined ? settings.basePath : normalizeBasePath(basePath),
  };
  try {
    const match = matchPath(url.pathname, site.basePath);
    if (request.method === "OPTIONS") return options(match);
    const act = actionFor(match.route, request.method);
    const incoming = { ...(await read(request, { url, site, match })), ip };
    const parts = await settings.ready();
    if (parts.problem) {
      const { problem } = parts;
      settings.logger.error(problem.type, problem);
      if (throwing) throw problem;
      const isPage = match.route.page === true;
      const { misconfigured } = await import("./misconfigured.js");
      return { outcome: await misconfigured(settings, problem, { incoming, isPage }), cookies: [] };
    }
    const { redirects = false } = match.route;
    const done = await perform(
      { ...deps, parts },
      { act, incoming },
      { redirects, trusted: false },
    );
    if (done.error === undefined) return done;
    if (throwing || done.error instanceof RequestProblem) throw done.error;
    if (match.action === "session") return { outcome: json(null, 400), cookies: done.cookies };
    return { outcome: failureOutcome(done.error, site, settings.pages), cookies: done.cookies };
  } catch (thrown) {
    if (thrown instanceof RequestProblem) return { outcome: problemOutcome(thrown), cookies: [] };
    throw thrown;
  }
}

function options(match: Match): Ended {
  const headers = { allow: allowedMethods(match.route).join(", ") };
  return { outcome: { kind: "empty", status: 204, headers }, cookies: [] };
}

async function read(
  request: Request,
  { url, site, match }: { url: URL; site: Site; match: Match },
): Promise<Incoming> {
  const query = readQuery(url);
  return {
    url,
    site,
    method: request.method,
    headers: request.headers,
    query,
    body: request.method === "POST" ? await readBody(request) : Fields.fromPairs([]),
    providerId: match.providerId,
  };
}
