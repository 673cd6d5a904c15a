import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { actionUrl, pageUrl, withQuery } from "../http/urls.js";
import { errorPage, verifyRequestPage, type VerifyRequestPageProps } from "../pages/index.js";
import type { Action, ActionContext } from "./context.js";
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
    ...(await pendingForms(context)),
  });
  return showPage(page);
};

/** The browser that asked may type the code in, or ask again. No other learns of the address. */
async function pendingForms(
  context: ActionContext,
): Promise<Pick<VerifyRequestPageProps, "email" | "codeForm" | "resend">> {
  const { flows, query, site } = context;
  const flow = flows.get(query.text("provider") ?? "");
  const pending = await flow?.pendingMail?.(context);
  if (!flow || !pending) return {};
  const { email, callbackUrl, takesCode } = pending;
  const csrf = await csrfToken({ ...context, cookie: context.cookies.csrf });
  const form = { csrfToken: csrf, callbackUrl };
  const error = query.text("error");
  const action = actionUrl(site, "callback", flow.id);
  return {
    email,
    resend: { ...form, action: actionUrl(site, "signin", flow.id) },
    ...(takesCode && { codeForm: { ...form, action, error, fieldName: "code" } }),
  };
}
