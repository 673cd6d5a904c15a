import { CredentialsSignin } from "../../core/errors/errors.js";
import { attempt } from "../../core/events/attempt.js";
import type { Act, Flow, Screen } from "../../core/flow.js";
import { csrfToken } from "../../core/http/csrf.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { methodNotAllowed, notFound } from "../../core/http/request-problem.js";
import { actionPath } from "../../core/http/urls.js";
import { completeSignIn } from "../../core/sign-in/complete.js";
import type { Action, ActionContext } from "../../core/actions/context.js";
import { assertWithinLimit } from "../../core/actions/limit.js";
import { pageFrame, showPage } from "../../core/actions/page-frame.js";

/** `GET password/{act}`: the page to sign up, request a mail, or choose a password. */
export const GET: Action = async (context) => {
  const { flow, act } = actOf(context);
  if (!act.show) throw methodNotAllowed(["POST", "OPTIONS"]);
  return shown(context, flow, await act.show(context));
};

/** `POST password/{act}`. */
export const POST: Action = async (context) => {
  const { flow, act } = actOf(context);
  return attempt(context, { provider: flow.id }, (within) => submitTo(within, flow, act));
};

async function submitTo(context: ActionContext, flow: Flow, act: Act): Promise<Outcome> {
  const { guess, limitKeys } = act;
  const action = guess === "secret" ? "callback" : "signin";
  const allowed = await assertWithinLimit(context, { id: flow.id, limitKeys }, { action, guess });
  try {
    const result = await act.submit(context);
    if (result.kind !== "verified") return await shown(context, flow, result);
    await allowed?.succeeded();
    return await completeSignIn({ ...context, subjects: allowed?.subjects }, result);
  } catch (error) {
    if (guess !== "secret" || !(error instanceof CredentialsSignin)) throw error;
    await allowed?.failed();
    const userId = await context.signedInAs();
    const about = { provider: flow.id, ...(userId !== null && { userId }) };
    await context.tell?.({ type: "sign-in.refused", reason: error.type, ...about });
    return wrong(context, flow, act);
  }
}

function actOf({ flows, providerId = "" }: ActionContext): { flow: Flow; act: Act } {
  for (const flow of flows.values()) {
    const { acts } = flow;
    const act = acts && Object.hasOwn(acts, providerId) ? acts[providerId] : undefined;
    if (act) return { flow, act };
  }
  throw notFound();
}

/** Renders the page again with the error, because a redirect would lose what was typed. */
async function shown(
  context: ActionContext,
  { showScreen }: Flow,
  result: Screen | Outcome,
): Promise<Outcome> {
  if (result.kind !== "screen") return result;
  const { error } = result;
  const status = error === undefined ? 200 : 400;
  if (isProgram(context) && error !== undefined) return json({ error }, status);
  const { site, callbackUrl } = context;
  if (!showScreen) throw notFound();
  const page = await showScreen(await context.language(), {
    ...(await pageFrame(context)),
    ...result,
    csrfToken: await csrfToken(context),
    callbackUrl,
    action: actionPath(site, "password", actNames[result.screen]),
    signInUrl: actionPath(site, "signin"),
    forgotUrl: actionPath(site, "password", "forgot"),
  });
  return showPage(page, status);
}

/** The URL each form posts to. */
const actNames: Readonly<Record<Screen["screen"], string>> = {
  "sign-up": "sign-up",
  forgot: "forgot",
  reset: "reset",
  confirm: "reset",
  change: "change",
};

/** Scripts that don't follow redirects get JSON. */
function isProgram({ headers }: ActionContext): boolean {
  return headers.has("x-auth-return-redirect");
}

async function wrong(context: ActionContext, flow: Flow, act: Act): Promise<Outcome> {
  const error = "PasswordWrong";
  if (isProgram(context)) return json({ error }, 400);
  const again = await act.show?.(context);
  return again?.kind === "screen"
    ? shown(context, flow, { ...again, error })
    : redirectTo(actionPath(context.site, "signin"));
}
