import { redirectTo } from "../http/outcome.js";
import { actionUrl, pageUrl, withQuery } from "../http/urls.js";
import { errorPage, verifyRequestPage } from "../pages/index.js";
import type { Action } from "./context.js";
import { pageFrame, showPage } from "./frame.js";

/** `GET error`: what went wrong, or the application's own page for it. */
export const showError: Action = async (context) => {
  const { pages, query, site } = context;
  const error = query.text("error");
  if (pages.error) {
    return redirectTo(withQuery(pageUrl(site, pages.error), error ? { error } : {}));
  }
  const page = await errorPage({
    ...pageFrame(context),
    error,
    signInUrl: actionUrl(site, "signin"),
    homeUrl: site.origin,
  });
  return showPage(page, page.status);
};

/** `GET verify-request`: a mail is on its way, or the application's own page that says so. */
export const showVerifyRequest: Action = async (context) => {
  const { pages, query, site } = context;
  if (pages.verifyRequest) {
    return redirectTo(
      withQuery(pageUrl(site, pages.verifyRequest), Object.fromEntries(query.texts())),
    );
  }
  const page = await verifyRequestPage({
    ...pageFrame(context),
    host: new URL(site.origin).host,
    signInUrl: actionUrl(site, "signin"),
  });
  return showPage(page);
};
