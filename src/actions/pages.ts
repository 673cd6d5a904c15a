import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { actionPath, withQuery } from "../http/urls.js";
import { errorPage, verifyRequestPage, type VerifyRequestPageProps } from "../pages/index.js";
import type { Action, ActionContext } from "./context.js";
import { failureNote } from "./failure-note.js";
import { pageFrame, showPage } from "./frame.js";

/** `GET error`: what went wrong, or the application's own page for it. */
export const showError: Action = async (context) => {
  const { pages, query, site } = context;
  const error = query.text("error");
  const own = ownPage(site, pages, "error");
  if (own !== undefined) return redirectTo(withQuery(own, error ? { error } : {}));
  const page = await errorPage({
    ...(await pageFrame(context)),
    error,
    signInUrl: actionPath(site, "signin"),
    homeUrl: "/",
    detail: await failureNote(context, error),
  });
  return showPage(page, page.status);
};

/** `GET verify-request`: a mail is on its way, or the application's own page that says so. */
export const showVerifyRequest: Action = async (context) => {
  const { pages, query, site } = context;
  const own = ownPage(site, pages, "verifyRequest");
  if (own !== undefined) return redirectTo(withQuery(own, Object.fromEntries(query.texts())));
  const page = await verifyRequestPage({
    ...(await pageFrame(context)),
    host: context.theme.name || new URL(site.origin).host,
    signInUrl: actionPath(site, "signin"),
    ...(await pendingForms(context)),
  });
  return showPage(page);
};

/** The browser that asked may type the code in, or ask again. No other learns of the address. */
async function pendingForms(
  context: ActionContext,
): Promise<Pick<VerifyRequestPageProps, "email" | "codeForm" | "resend" | "said">> {
  const { flows, query, site } = context;
  const flow = flows.get(query.text("provider") ?? "");
  const pending = await flow?.mail?.pending(context);
  if (!flow || !pending) return {};
  const { email, callbackUrl, takesCode, again, said } = pending;
  const csrf = await csrfToken(context);
  const form = { csrfToken: csrf, callbackUrl };
  const error = query.text("error");
  const action = actionPath(site, "callback", flow.id);
  return {
    email,
    said,
    resend: { ...form, action: again ?? actionPath(site, "signin", flow.id) },
    ...(takesCode && { codeForm: { ...form, action, error, fieldName: "code" } }),
  };
}
