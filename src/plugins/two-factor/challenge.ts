import { redirectTo, type Outcome } from "../../core/http/outcome.js";
import { isScript } from "../../core/http/page-or-json.js";
import { withQuery } from "../../core/http/urls.js";
import type { Context, Pending } from "../../core/plugin.js";
import type { WebAuthnForm } from "../../types/forms.js";
import { hasSecondFactor, isRequired, type SecondFactors } from "./factors.js";
import { rememberBrowser } from "./known-browser.js";
import type { TwoFactorDeps } from "./options.js";
import { shown } from "./page-or-json.js";
import { useCode } from "./use-code.js";
import { firstStepIn, stepContext, type TwoFactorUser, type StepContext } from "./user.js";

type Asked = TwoFactorUser & { readonly pending: Pending };

/**
 * `GET second-step`: asks for a code. Without the first factor, the page reveals nothing about a
 * user.
 */
export async function showAsk(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const asked = await whoIsAsked(context);
  return asked ? askPage(context, asked) : signInAnew(context);
}

/** `POST second-step`: checks a code from the app, or a recovery code. */
export async function submitCode(given: Context, deps: TwoFactorDeps): Promise<Outcome> {
  const context = stepContext(given, deps);
  const { plugin, body } = context;
  const asked = await whoIsAsked(context);
  if (!asked?.factors.step) return signInAnew(context);
  const { userId, pending } = asked;
  const attempt = await plugin.limit(userId);
  const about = { userId, provider: pending.account.provider };
  const used = await useCode(context, { userId, typed: body.text("code") ?? "" });
  if (!used) {
    await attempt.failed();
    await plugin.tell({ type: "sign-in.refused", reason: "SecondStepWrong", ...about });
    return askPage(context, asked, "SecondStepWrong");
  }
  await attempt.succeeded();
  const { step, isRecovery } = used;
  if (isRecovery) {
    await plugin.tell({ type: "two-factor.recovery-used", left: step.codes.length, ...about });
  }
  const done = await plugin.resume(pending, { bothFactors: true });
  if (!done) return signInAnew(context);
  const { remember } = deps.options;
  if (remember !== undefined && body.text("rememberBrowser") !== undefined) {
    await rememberBrowser(plugin, { userId, id: step.id }, remember);
    await plugin.tell({ type: "two-factor.remembered", userId });
  }
  return done;
}

async function whoIsAsked(context: StepContext): Promise<Asked | undefined> {
  const person = await firstStepIn(context);
  return person?.pending && { ...person, pending: person.pending };
}

export function signInAnew({ plugin }: StepContext): Outcome {
  return redirectTo(withQuery(plugin.url("signin"), { error: "Verification" }));
}

async function askPage(context: StepContext, asked: Asked, error?: string): Promise<Outcome> {
  const { factors, user, pending } = asked;
  const { step, app, recovery } = factors;
  // 2FA was turned off meanwhile in another browser: the user signs in again.
  if (!step && !(await isRequired(context.deps, user))) return signInAnew(context);
  const setUp = !hasSecondFactor(factors);
  const setUpUrl = context.plugin.url("second-step", "set-up");
  if (setUp && !isScript(context.headers)) return redirectTo(setUpUrl);
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

/** The form for the user's passkey, if passkeys are available. */
function passkeyForm({ site }: StepContext, { passkey }: SecondFactors): WebAuthnForm | undefined {
  const form = passkey?.form(site);
  return form?.kind === "webauthn" ? { ...form, fields: [], conditional: false } : undefined;
}
