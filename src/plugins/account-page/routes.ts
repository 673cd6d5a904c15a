import { coreOf } from "../../actions/plugin-context.js";
import type { Context } from "../../core/plugin.js";
import type { AccountAct } from "../../types/account-page.js";
import { changeAccount } from "./change.js";
import { showLinkingQuestion } from "./linking-question.js";
import { showAccount } from "./show.js";

export const show = (context: Context) => showAccount(coreOf(context));
export const ask = (context: Context) => showLinkingQuestion(coreOf(context));
export const change = (context: Context, act: AccountAct) => changeAccount(coreOf(context), act);
