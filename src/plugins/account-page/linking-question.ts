import { csrfToken } from "../../http/csrf.js";
import { redirectTo } from "../../http/outcome.js";
import { actionPath, localOf } from "../../http/urls.js";
import { pageFrame, showPage } from "../../actions/frame.js";
import type { Action } from "../../actions/context.js";
import { linkingQuestionFor } from "./info.js";
import { questionPage } from "./linking-question-page.js";
import { accountUrl, personOf, signInFirst } from "./person.js";
import { accountTexts } from "./texts.js";

/** `GET account/pending`: asks whether the account that waits in this browser is the user's as well. */
export const showLinkingQuestion: Action = async (context) => {
  const { site, callbackUrl } = context;
  const person = await personOf(context);
  if (!person) return signInFirst(context);
  const question = await linkingQuestionFor(context, person.userId);
  if (!question) return redirectTo(accountUrl(context));
  const page = await questionPage({
    ...(await pageFrame(context)),
    question,
    texts: (await context.language()).texts("account-page", accountTexts),
    csrfToken: await csrfToken(context),
    callbackUrl: localOf(site, callbackUrl),
    action: actionPath(site, "account", "link-pending"),
  });
  return showPage(page);
};
