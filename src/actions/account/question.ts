import { csrfToken } from "../../http/csrf.js";
import { redirectTo } from "../../http/outcome.js";
import { methodNotAllowed } from "../../http/problem.js";
import { actionPath, localOf } from "../../http/urls.js";
import { questionPage } from "../../pages/account-question.js";
import { accountTexts } from "../../pages/account-texts.js";
import type { Action } from "../context.js";
import { pageFrame, showPage } from "../frame.js";
import { questionFor } from "./info.js";
import { accountUrl, assertOffered, personOf, signInFirst } from "./who.js";

/** `GET account/pending`: whether the account that waits in this browser is the user's as well. */
export const showQuestion: Action = async (context) => {
  assertOffered(context);
  if (context.providerId !== "pending") throw methodNotAllowed(["POST", "OPTIONS"]);
  const { site, callbackUrl } = context;
  const person = await personOf(context);
  if (!person) return signInFirst(context);
  const question = await questionFor(context, person.userId);
  if (!question) return redirectTo(accountUrl(context));
  const page = await questionPage({
    ...pageFrame(context),
    question,
    texts: (await context.spoken?.rare("account")) ?? accountTexts,
    csrfToken: await csrfToken(context),
    callbackUrl: localOf(site, callbackUrl),
    action: actionPath(site, "account", "link-pending"),
  });
  return showPage(page);
};
