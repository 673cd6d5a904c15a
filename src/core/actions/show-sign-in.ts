import { signInPage } from "../../pages/index.js";
import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { homeOf, withQuery } from "../http/urls.js";
import { takeTyped } from "../sign-in/typed-address.js";
import { isStepUpRequested } from "../step-up/proof-cookie.js";
import type { Action } from "./context.js";
import { failureNote } from "./failure-note.js";
import { pageFrame, showPage } from "./page-frame.js";
import { keepStepUpRequest } from "./step-up-request.js";

/** `GET signin`: the sign-in page, or the app's own. */
export const showSignIn: Action = async (context) => {
  const { query, callbackUrl, jar, cookies, site } = context;
  if (callbackUrl !== homeOf(site)) jar.set(cookies.callbackUrl, callbackUrl);
  const isAbout = query.text("prove") !== undefined || isStepUpRequested(context);
  const flows = isAbout ? await keepStepUpRequest(context) : [...context.flows.values()];
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
    // A prompt doesn't say when the user last signed in, so it proves nothing anew. One at a time.
    prompt: isAbout ? undefined : flows.find((flow) => flow.prompt)?.prompt?.(site),
    error,
    code,
    detail: await failureNote(context, error),
    email: query.text("email") ?? (error === undefined ? undefined : await takeTyped(context)),
    lastUsed: context.lastUsedFirst ? jar.get(cookies.last.name) : undefined,
    leftOut: context.leftOut,
  });
  return showPage(page);
};
