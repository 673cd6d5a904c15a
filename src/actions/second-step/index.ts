import { notFound } from "../../http/problem.js";
import type { Action } from "../context.js";
import { showAsk, submitCode } from "./ask.js";
import { stepContext, type StepContext } from "./person.js";
import { newCodes, showSettings, turnOff } from "./settings.js";
import { setUp, showSetUp } from "./set-up.js";
import type { Outcome } from "../../http/outcome.js";
import { methodNotAllowed } from "../../http/problem.js";
import { assertOwnForm } from "../protect.js";

type Do = (context: StepContext) => Promise<Outcome>;

/** What there is at `second-step/{act}`, by method. */
const acts: ReadonlyMap<string, { readonly show?: Do; readonly submit?: Do }> = new Map([
  ["", { show: showAsk, submit: submitCode }],
  ["set-up", { show: showSetUp, submit: setUp }],
  ["settings", { show: showSettings }],
  ["codes", { submit: newCodes }],
  ["off", { submit: turnOff }],
]);

/** `GET second-step` and `GET second-step/{act}`. */
export const showSecondStep: Action = async (given) => {
  const { show } = actOf(stepContext(given));
  if (!show) throw methodNotAllowed(["POST", "OPTIONS"]);
  return show(stepContext(given));
};

/** `POST second-step` and `POST second-step/{act}`. */
export const submitSecondStep: Action = async (given) => {
  const { submit } = actOf(stepContext(given));
  if (!submit) throw methodNotAllowed(["GET", "HEAD", "OPTIONS"]);
  await assertOwnForm(given);
  return submit(stepContext(given));
};

function actOf({ providerId = "" }: StepContext) {
  const act = acts.get(providerId);
  if (act) return act;
  throw notFound();
}
