import { errorPage, pageMessages, type ErrorDetail } from "../../pages/index.js";
import type { Settings } from "../config/settings.js";
import type { Outcome } from "../http/outcome.js";
import { actionPath, type Site } from "../http/urls.js";
import { inEnglish } from "../language/in-english.js";

export interface Shown {
  readonly error: string;
  /** Where the button leads. @default the sign-in page */
  readonly onward?: string | undefined;
  readonly detail?: ErrorDetail | undefined;
  readonly headers: Headers;
  readonly toRequest: () => Request;
}

/** The built-in error page, rendered at the URL where the error occurred. */
export async function showErrorPage(
  { theme, language: choose }: Settings,
  site: Site,
  { error, onward = actionPath(site, "signin"), detail, headers: asked, toRequest }: Shown,
): Promise<Extract<Outcome, { kind: "html" }>> {
  const language = choose ? await choose(asked, toRequest) : inEnglish;
  const { html, headers, status } = await errorPage({
    theme,
    messages: pageMessages(language),
    siteName: new URL(site.origin).host,
    error,
    signInUrl: onward,
    homeUrl: "/",
    detail,
  });
  return { kind: "html", status, body: html, headers };
}
