import type { ErrorDetail } from "../../pages/index.js";
import type { Settings } from "../config/settings.js";
import { referenceOf } from "../diagnosis/reference.js";
import { ErrorPageLoop, type AuthError } from "../errors/errors.js";
import { json, redirectTo, type Outcome } from "../http/outcome.js";
import { ownRoute } from "../http/own-routes.js";
import { pageUrl, withQuery, type Site } from "../http/urls.js";
import type { Incoming } from "./context.js";
import { showErrorPage } from "./error-page.js";

/** The response while the configuration is invalid: a page for browsers, JSON for scripts. */
export async function misconfigured(
  settings: Settings,
  problem: AuthError,
  { incoming, isPage }: { incoming: Incoming; isPage: boolean },
): Promise<Outcome> {
  const { site, query, method } = incoming;
  if (!isPage || method === "POST") {
    return json({ message: "Sign-in isn't configured correctly. The server's log says why." }, 500);
  }
  const own = errorPageOf(settings, site);
  if (own && !isLoop(query.text("callbackUrl"), own)) {
    return redirectTo(withQuery(own.href, { error: "Configuration" }));
  }
  if (own) {
    const message = `The error page ${own.pathname} redirects back to a page that fails, so the built-in one is shown. Make \`pages.error\` public.`;
    settings.logger.error("ErrorPageLoop", new ErrorPageLoop(message));
  }
  const detail = await detailOf(settings, problem);
  const { headers, url } = incoming;
  const toRequest = () => new Request(url, { headers });
  return showErrorPage(settings, site, { error: "Configuration", detail, headers, toRequest });
}

async function detailOf({ production }: Settings, problem: AuthError): Promise<ErrorDetail> {
  const reference = referenceOf(problem);
  if (production) return { reference };
  const { explain, messageOf } = await import("#explain");
  const { cause, cure } = explain(problem.type, problem);
  return { reference, message: messageOf(problem), cause, cure };
}

/** The app's page. Every page of the library fails now, so none of them can replace it. */
function errorPageOf({ pages }: Settings, site: Site): URL | undefined {
  const url = pages.error ? new URL(pageUrl(site, pages.error)) : undefined;
  return url && ownRoute(url, site) === undefined ? url : undefined;
}

/** Whether that page sent the user here, which means that it requires a sign-in. */
function isLoop(callbackUrl: string | undefined, page: URL): boolean {
  if (callbackUrl === undefined || !URL.canParse(callbackUrl, page)) return false;
  const { origin, pathname } = new URL(callbackUrl, page);
  return origin === page.origin && pathname === page.pathname;
}
