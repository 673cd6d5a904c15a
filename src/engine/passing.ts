import type { Settings } from "../config/settings.js";
import type { Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/problem.js";
import type { Site } from "../http/urls.js";
import { showErrorPage } from "./error-page.js";
import { problemOutcome } from "./caught.js";

export interface Asked {
  readonly settings: Settings;
  readonly request: Request;
  readonly site: Site;
}

/** A request that may be answered next time: a person sees a page on which to try it again. */
export async function passingOutcome(
  problem: RequestProblem,
  { settings, request, site }: Asked,
): Promise<Outcome> {
  if (!wantsPage(request.headers)) return problemOutcome(problem);
  const { pathname, search } = new URL(request.url);
  // A form is sent by its own page.
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

/** Browsers that go to an address, or send a form, say that they take HTML; scripts take anything. */
function wantsPage(headers: Headers): boolean {
  if (headers.has("x-auth-return-redirect")) return false;
  return (headers.get("accept") ?? "").toLowerCase().includes("text/html");
}
