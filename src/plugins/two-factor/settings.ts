import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { signInFirst } from "../../core/http/sign-in-first.js";
import type { Context } from "../../core/plugin.js";
import { isRequired } from "./factors.js";
import type { TwoFactorDeps } from "./options.js";
import { shown } from "./page-or-json.js";
import { newSecondStep, sealStep } from "./row.js";
import { afterChange, settingsUrl } from "./set-up.js";
import { removeRow, writeRow } from "./table.js";
import {
  assertFresh,
  signedInHere,
  stepContext,
  type TwoFactorUser,
  type StepContext,
} from "./user.js";

/** `GET second-step/settings`: shows whether 2FA is on, and how to change it. */
export async function showSettings(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const here = await signedInHere(context);
  return here ? settingsPage(context, here) : signInFirst(context.site, settingsUrl(context));
}

/** `POST second-step/codes`: replaces the recovery codes. */
export async function newCodes(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const here = await signedInHere(context);
  if (!here) return signInFirst(context.site, settingsUrl(context));
  if (!here.factors.step) return settingsPage(context, here);
  await assertFresh(context, here);
  const { keys, store } = context;
  const { userId, factors } = here;
  const { step, codes } = await newSecondStep(keys, factors.step?.app);
  const data = await sealStep(keys, userId, step);
  if (!(await writeRow(store.records, { userId, data, former: factors.row }))) {
    return settingsPage(context, here, "SecondStepChanged");
  }
  await afterChange(context, here, "codes");
  const next = settingsUrl(context);
  return shown(context, { kind: "codes", codes, next }, { codes, url: next });
}

/** `POST second-step/off`. */
export async function turnOff(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const here = await signedInHere(context);
  if (!here) return signInFirst(context.site, settingsUrl(context));
  if (!here.factors.step) return settingsPage(context, here);
  await assertFresh(context, here);
  if (await isRequired(context.deps, here.user)) {
    return settingsPage(context, here, "SecondStepRequired");
  }
  await removeRow(context.store.records, here.userId);
  await afterChange(context, here, "off");
  return redirectTo(settingsUrl(context));
}

async function settingsPage(
  context: StepContext,
  { user, factors: { step } }: TwoFactorUser,
  error?: string,
): Promise<Outcome> {
  const told = {
    on: step !== undefined,
    recoveryCodesLeft: step?.codes.length ?? 0,
    required: await isRequired(context.deps, user),
  };
  return shown(context, { kind: "settings", error, ...told, home: context.callbackUrl }, told);
}
