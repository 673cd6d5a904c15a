import { askOf } from "../../accounts/asked.js";
import { beginSession } from "../../accounts/begin.js";
import { hasSecondFactor, isRequired, type SecondFactors } from "../../accounts/second-factors.js";
import { signedInBy, takeFirstStep } from "../../accounts/second-step.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { codesOf } from "../../limits/device.js";
import { rememberBrowser } from "../../second-step/known-browser.js";
import { forgetFirstStep, type Pending } from "../../second-step/pending.js";
import { useCode } from "../../second-step/use-code.js";
import type { WebAuthnForm } from "../../types/forms.js";
import { assertWithinLimit } from "../limit.js";
import { firstStepIn, type Person, type StepContext } from "./person.js";
import { isProgram, shown } from "./shown.js";

type Asked = Person & { readonly pending: Pending };

/** `GET second-step`: asks for a code. Nobody learns anything of anybody who has not taken the first step. */
export async function showAsk(context: StepContext): Promise<Outcome> {
  const asked = await whoIsAsked(context);
  if (!asked) return signInAnew(context);
  return askPage(context, asked);
}

/** `POST second-step`: a code of the app, or a recovery code. */
export async function submitCode(context: StepContext): Promise<Outcome> {
  const asked = await whoIsAsked(context);
  if (!asked?.factors.step) return signInAnew(context);
  const { userId, pending } = asked;
  const { provider: id, names } = codesOf(userId);
  const limited = { id, limitKeys: () => names };
  const doing = { action: "callback", guess: "secret" } as const;
  const allowed = await assertWithinLimit(context, limited, doing);
  const typed = context.body.text("code") ?? "";
  const step = await useCode(context, { userId, typed });
  if (!step) {
    await allowed?.failed();
    await context.audit?.({ type: "sign-in.refused", reason: "CredentialsSignin", userId });
    return askPage(context, asked, "SecondStepWrong");
  }
  await allowed?.succeeded();
  if (!(await takeFirstStep(context, pending))) return signInAnew(context);
  const { remember } = context.deps.options;
  if (remember !== undefined && context.body.text("rememberBrowser") !== undefined) {
    await rememberBrowser(context, { userId, id: step.id }, remember);
  }
  return goIn(context, pending);
}

/** Both steps were taken: whoever it is gets a session. */
export async function goIn(context: StepContext, pending: Pending): Promise<Outcome> {
  const { callbackUrl, untilClosed, subjects, userId } = pending;
  const ask = await askOf({ ...context, callbackUrl });
  const who = await signedInBy(context, pending);
  const answered = ask?.userId === userId ? ask : null;
  const beginning = { who, ask: answered, callbackUrl, bothFactors: true };
  return beginSession({ ...context, untilClosed, subjects }, beginning);
}

async function whoIsAsked(context: StepContext): Promise<Asked | undefined> {
  const person = await firstStepIn(context);
  return person?.pending && { ...person, pending: person.pending };
}

export function signInAnew(context: StepContext): Outcome {
  forgetFirstStep(context);
  const page = actionUrl(context.site, "signin");
  return redirectTo(withQuery(page, { error: "Verification" }));
}

async function askPage(context: StepContext, asked: Asked, error?: string): Promise<Outcome> {
  const { factors, user, pending } = asked;
  const { step, app, recovery } = factors;
  // Turned off meanwhile, in another browser: the user signs in once more.
  if (!step && !(await isRequired(context.deps, user))) return signInAnew(context);
  const setUp = !hasSecondFactor(factors);
  const setUpUrl = actionUrl(context.site, "second-step", "set-up");
  if (setUp && !isProgram(context)) return redirectTo(setUpUrl);
  const passkey = passkeyForm(context, factors);
  const ways = { app, recovery };
  const { remember } = context.deps.options;
  const isRecovery = ways.recovery && (!ways.app || context.query.text("way") === "recovery");
  const typedRecovery = context.body.text("way") === "recovery" && ways.recovery;
  return shown(
    context,
    {
      kind: "ask",
      error,
      ways,
      passkey,
      recovery: isRecovery || typedRecovery,
      remember: step ? remember : undefined,
      callbackUrl: pending.callbackUrl,
    },
    {
      ways: [
        ...(ways.app ? ["app"] : []),
        ...(ways.recovery ? ["recovery"] : []),
        ...(passkey ? ["passkey"] : []),
        ...(setUp ? ["set-up"] : []),
      ],
      remember: remember ?? null,
    },
  );
}

/** The form for the user's passkey, if the pages can ask for it. */
function passkeyForm({ site }: StepContext, { passkey }: SecondFactors): WebAuthnForm | undefined {
  const form = passkey?.form(site);
  return form?.kind === "webauthn" ? { ...form, fields: [], conditional: false } : undefined;
}
