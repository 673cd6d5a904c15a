import type { Outcome } from "../http/outcome.js";
import { pageMessages, type Page, type PageFrame } from "../pages/index.js";
import type { ActionContext } from "./context.js";

/** What every built-in page is given. */
export async function pageFrame(context: ActionContext): Promise<PageFrame> {
  return {
    theme: context.theme,
    messages: pageMessages(await context.language()),
    siteName: new URL(context.site.origin).host,
    formAction: formAction(context),
  };
}

/**
 * Chromium applies `form-action` to the redirects that follow a form, wherever a provider sends the
 * browser on. So it is open to https as soon as signing in may leave the site, and to the plain http
 * addresses of the providers that are on this machine or in the site's own network.
 */
function formAction({ flows, customRedirect, site }: ActionContext): string {
  const leaves = customRedirect || [...flows.values()].some((flow) => flow.leavesSite);
  if (!leaves) return "'self'";
  if (site.origin.startsWith("http:")) return "'self' https: http:";
  const plain = [...flows.values()].flatMap((flow) => flow.plainOrigins ?? []);
  return ["'self' https:", ...new Set(plain)].join(" ");
}

export function showPage(page: Page, status = 200): Outcome {
  return { kind: "html", status, body: page.html, headers: page.headers };
}
