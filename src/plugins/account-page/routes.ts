import type { Action } from "../../core/actions/context.js";
import { pageFrame, showPage } from "../../core/actions/page-frame.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import { csrfToken } from "../../core/http/csrf.js";
import { redirectTo } from "../../core/http/outcome.js";
import { actionPath, localOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import type { AccountAct } from "../../types/account-page.js";
import { changeAccount } from "./change.js";
import { linkingQuestionFor } from "./info.js";
import type { AccountPageOptions } from "./options.js";
import { questionPage } from "./linking-question-page.js";
import { showAccount } from "./show.js";
import { accountTexts } from "./texts.js";
import { accountUrl, accountUserOf, signInFirst } from "./user.js";

/**
 * `GET account/pending`: asks whether the account that waits in this browser belongs to the user,
 * too.
 */
const showLinkingQuestion: Action = async (context) => {
  const { site, callbackUrl } = context;
  const person = await accountUserOf(context);
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

export const show = (context: Context, options: AccountPageOptions) =>
  showAccount(coreOf(context), options);
export const ask = (context: Context) => showLinkingQuestion(coreOf(context));
export const change = (context: Context, act: AccountAct, options: AccountPageOptions) =>
  changeAccount(coreOf(context), act, options);
