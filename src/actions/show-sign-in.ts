import { isAsked } from "../accounts/fresh.js";
import { takeTyped } from "../flows/typed-address.js";
import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { homeOf, withQuery } from "../http/urls.js";
import { signInPage } from "../pages/index.js";
import type { Action } from "./context.js";
import { failureNote } from "./failure-note.js";
import { pageFrame, showPage } from "./frame.js";

/** `GET signin`: the page with all ways in, or the application's own. */
export const showSignIn: Action = async (context) => {
  const { query, callbackUrl, jar, cookies, site } = context;
  if (callbackUrl !== homeOf(site)) jar.set(cookies.callbackUrl, callbackUrl);
  const isAbout = query.text("prove") !== undefined || isAsked(context);
  const flows = isAbout
    ? await (await import("./prove.js")).noteAsk(context)
    : [...context.flows.values()];
  const own = ownPage(site, context.pages, "signIn");
  const asked = query.text("prove") === undefined ? undefined : "FreshSignInRequired";
  const error = query.text("error") ?? asked;
  const code = query.text("code");
  if (own !== undefined) {
    return redirectTo(
      withQuery(own, { callbackUrl, ...(error && { error }), ...(code && { code }) }),
    );
  }
  const language = await context.language();
  const page = await signInPage({
    ...(await pageFrame(context)),
    csrfToken: await csrfToken(context),
    callbackUrl,
    forms: flows.flatMap((flow) => flow.form(site, language) ?? []),
    error,
    code,
    detail: await failureNote(context, error),
    email: query.text("email") ?? (error === undefined ? undefined : await takeTyped(context)),
    lastUsed: context.lastUsedFirst ? jar.get(cookies.last.name) : undefined,
    leftOut: context.leftOut,
  });
  return showPage(page);
};
