import { pageMessages, type Page, type PageFrame } from "../../pages/index.js";
import type { Outcome } from "../http/outcome.js";
import type { ActionContext } from "./context.js";

/** What every built-in page receives. */
export async function pageFrame(context: ActionContext): Promise<PageFrame> {
  return {
    theme: context.theme,
    messages: pageMessages(await context.language()),
    siteName: new URL(context.site.origin).host,
    formAction: formAction(context),
  };
}

/**
 * The sources for `form-action`. Chromium applies it to redirects after a form too, wherever a provider sends
 * the browser. So https is allowed once signing in may leave the site, and the plain http addresses of
 * providers on this machine or the local network.
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
