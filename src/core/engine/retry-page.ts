import type { Settings } from "../config/settings.js";
import type { Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/request-problem.js";
import type { Site } from "../http/urls.js";
import { showErrorPage } from "./error-page.js";
import { problemOutcome } from "./problem-outcome.js";

export interface RetryRequest {
  readonly settings: Settings;
  readonly request: Request;
  readonly site: Site;
}

/** The response to a request that may succeed later: browsers get a page with a retry button. */
export async function retryOutcome(
  problem: RequestProblem,
  { settings, request, site }: RetryRequest,
): Promise<Outcome> {
  if (!wantsPage(request.headers)) return problemOutcome(problem);
  const { pathname, search } = new URL(request.url);
  // A form is submitted again by its own page.
  const onward = request.method === "GET" ? `${pathname}${search}` : undefined;
  const { url, headers: asked } = request;
  const toRequest = () => new Request(url, { headers: asked });
  const page = await showErrorPage(settings, site, {
    ...{ error: "Unavailable", onward },
    ...{ headers: asked, toRequest },
  });
  const headers = { ...page.headers, ...problem.headers };
  return { ...page, status: problem.status, headers };
}

/** Browsers that navigate or submit a form accept HTML explicitly; scripts accept anything. */
function wantsPage(headers: Headers): boolean {
  if (headers.has("x-auth-return-redirect")) return false;
  return (headers.get("accept") ?? "").toLowerCase().includes("text/html");
}
