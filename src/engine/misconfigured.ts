import type { Settings } from "../config/settings.js";
import { ErrorPageLoop, type AuthError } from "../errors.js";
import { json, redirectTo, type Outcome } from "../http/outcome.js";
import { actionUrl, pageUrl, withQuery } from "../http/urls.js";
import { english, errorPage } from "../pages/index.js";
import type { Incoming } from "./context.js";

/** What a request gets while the configuration is wrong: a page for a person, JSON for a program. */
export async function misconfigured(
  settings: Settings,
  problem: AuthError,
  { incoming, isPage }: { incoming: Incoming; isPage: boolean },
): Promise<Outcome> {
  const { site, query, method } = incoming;
  if (!isPage || method === "POST") {
    return json(
      { message: "The server's sign-in is not set up correctly. Its log says why." },
      500,
    );
  }
  const own = settings.pages.error;
  if (own && !isLoop(query.text("callbackUrl"), own)) {
    return redirectTo(withQuery(pageUrl(site, own), { error: "Configuration" }));
  }
  if (own) {
    const message = `The error page ${own} leads back to a page that fails; the built-in one is shown.`;
    settings.logger.error("ErrorPageLoop", new ErrorPageLoop(message));
  }
  const page = await errorPage({
    theme: settings.theme,
    messages: english,
    siteName: new URL(site.origin).host,
    error: "Configuration",
    signInUrl: actionUrl(site, "signin"),
    homeUrl: site.origin,
    ...(!settings.production && { detail: { message: `${problem.name}: ${problem.message}` } }),
  });
  return { kind: "html", status: 500, body: page.html, headers: page.headers };
}

function isLoop(callbackUrl: string | undefined, errorPage: string): boolean {
  return callbackUrl?.startsWith(errorPage) ?? false;
}
