import type { Settings } from "../config/settings.js";
import type { Outcome } from "../http/outcome.js";
import { actionPath, type Site } from "../http/urls.js";
import { english, errorPage, type ErrorDetail } from "../pages/index.js";
import { inTheLanguageOf } from "./spoken.js";

export interface Shown {
  readonly error: string;
  /** Where the person goes on. @default the sign-in page */
  readonly onward?: string | undefined;
  readonly detail?: ErrorDetail | undefined;
  readonly headers: Headers;
  readonly toRequest: () => Request;
}

/** The built-in error page, at the address where the error was met. */
export async function showErrorPage(
  { theme, speak }: Settings,
  site: Site,
  { error, onward = actionPath(site, "signin"), detail, headers: asked, toRequest }: Shown,
): Promise<Extract<Outcome, { kind: "html" }>> {
  const spoken = await speak?.(asked, toRequest);
  const { html, headers, status } = await errorPage({
    theme,
    messages: spoken?.messages ?? english,
    siteName: new URL(site.origin).host,
    error,
    signInUrl: onward,
    homeUrl: "/",
    detail,
  });
  return inTheLanguageOf(spoken, { kind: "html", status, body: html, headers });
}
