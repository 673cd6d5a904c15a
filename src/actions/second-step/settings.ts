import { isRequired } from "../../accounts/second-factors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { newSecondStep, sealStep } from "../../second-step/row.js";
import { assertFresh, signedInHere, type Person, type StepContext } from "./person.js";
import { afterChange, settingsUrl } from "./set-up.js";
import { shown } from "./shown.js";

/** `GET second-step/settings`: whether it is on, and what can be done about that. */
export async function showSettings(context: StepContext): Promise<Outcome> {
  const here = await signedInHere(context);
  return here ? settingsPage(context, here) : signInFirst(context);
}

/** `POST second-step/codes`: new recovery codes in place of those before. */
export async function newCodes(context: StepContext): Promise<Outcome> {
  const here = await signedInHere(context);
  if (!here) return signInFirst(context);
  if (!here.factors.step) return settingsPage(context, here);
  await assertFresh(context, here);
  const { keys, store } = context;
  const { userId, factors } = here;
  const { step, codes } = await newSecondStep(keys, factors.step?.app);
  if (!(await store.setSecondStep(userId, await sealStep(keys, userId, step), factors.data))) {
    return settingsPage(context, here, "SecondStepChanged");
  }
  await afterChange(context, here, "secondStepCodes");
  const next = settingsUrl(context);
  return shown(context, { kind: "codes", codes, next }, { codes, url: next });
}

/** `POST second-step/off`. */
export async function turnOff(context: StepContext): Promise<Outcome> {
  const here = await signedInHere(context);
  if (!here) return signInFirst(context);
  if (!here.factors.step) return settingsPage(context, here);
  await assertFresh(context, here);
  if (await isRequired(context.deps, here.user)) {
    return settingsPage(context, here, "SecondStepRequired");
  }
  await context.store.deleteSecondStep(here.userId);
  await afterChange(context, here, "secondStepOff");
  return redirectTo(settingsUrl(context));
}

async function settingsPage(
  context: StepContext,
  { user, factors: { step } }: Person,
  error?: string,
): Promise<Outcome> {
  const told = {
    on: step !== undefined,
    recoveryCodesLeft: step?.codes.length ?? 0,
    required: await isRequired(context.deps, user),
  };
  return shown(context, { kind: "settings", error, ...told, home: context.callbackUrl }, told);
}

function signInFirst(context: StepContext): Outcome {
  const callbackUrl = settingsUrl(context);
  const page = actionUrl(context.site, "signin");
  return redirectTo(withQuery(page, { callbackUrl, error: "SessionRequired" }));
}
