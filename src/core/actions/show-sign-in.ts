import { signInPage } from "../../pages/index.js";
import type { TypedField } from "../../types/forms.js";
import type { Flow } from "../flow.js";
import { csrfToken } from "../http/csrf.js";
import { redirectTo } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { homeOf, withQuery } from "../http/urls.js";
import { isStepUpRequested } from "../step-up/proof-cookie.js";
import type { Action, ActionContext } from "./context.js";
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
  const address = query.text("email");
  const typed = error === undefined ? undefined : await takeTyped(context, flows);
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
    typed: address === undefined ? typed : { field: "email", text: address },
    lastUsed: context.lastUsedFirst ? jar.get(cookies.last.name) : undefined,
    leftOut: context.leftOut,
  });
  return showPage(page);
};

async function takeTyped(
  context: ActionContext,
  flows: readonly Flow[],
): Promise<TypedField | undefined> {
  for (const { typed } of flows) {
    const found = await typed?.take(context);
    if (found) return found;
  }
  return undefined;
}
