import {
  confirmPage,
  errorPage,
  signOutPage,
  verifyRequestPage,
  type VerifyRequestPageProps,
} from "../../pages/index.js";
import type { AskFirst, Flow } from "../flow.js";
import { csrfToken } from "../http/csrf.js";
import { type Outcome, redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { actionPath, localOf, withQuery } from "../http/urls.js";
import type { Action, ActionContext } from "./context.js";
import { failureNote } from "./failure-note.js";
import { pageFrame, showPage } from "./page-frame.js";

/** `GET error`: the error page, the app's own if it has one. */
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

/** `GET verify-request`: "check your email", or the app's own page. */
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

/** Only the browser that asked for the mail can type the code or ask for another, and only it sees the address. */
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

/** `GET signout`: asks for confirmation, so that a link or an image can't sign anyone out. */
export const showSignOut: Action = async (context) => {
  const { pages, site, callbackUrl } = context;
  const own = ownPage(site, pages, "signOut");
  if (own !== undefined) return redirectTo(own);
  const page = await signOutPage({
    ...(await pageFrame(context)),
    csrfToken: await csrfToken(context),
    callbackUrl,
    backUrl: localOf(site, callbackUrl),
    action: actionPath(site, "signout"),
  });
  return showPage(page);
};

/** Asks the user to confirm a magic link. The button posts to the callback. */
export async function showConfirm(
  context: ActionContext,
  flow: Flow,
  { email, fields }: AskFirst,
): Promise<Outcome> {
  const { site } = context;
  const page = await confirmPage({
    ...(await pageFrame(context)),
    email,
    host: new URL(site.origin).host,
    action: actionPath(site, "callback", flow.id),
    csrfToken: await csrfToken(context),
    hidden: fields,
  });
  return showPage(page);
}
