import { asError } from "../errors/as-error.js";
import { AuthError, CallbackRouteError, CredentialsSignin } from "../errors/errors.js";
import { attempt } from "../events/attempt.js";
import type { Finish, Flow } from "../flow.js";
import type { Outcome } from "../http/outcome.js";
import { methodNotAllowed, RequestProblem } from "../http/request-problem.js";
import { completeSignIn } from "../sign-in/complete.js";
import type { Action, ActionContext } from "./context.js";
import { assertWithinLimit } from "./limit.js";
import { assertOwnForm } from "./own-form.js";
import { requireFlow } from "./provider.js";
import { endsWithBrowser } from "./remember-me.js";

/** `GET` or `POST callback/{id}`: finishes a sign-in. */
export const finishSignIn: Action = async (context) => {
  const flow = await attempt(context, {}, async () => requireFlow(context));
  const finish = finishFor(flow, context.method);
  const isForm = context.method === "POST" && flow.finishNeedsCsrf(context.body);
  if (isForm) await assertOwnForm(context);
  return attempt(context, { provider: flow.id }, (within) => finishWith(within, flow, finish));
};

async function finishWith(context: ActionContext, flow: Flow, finish: Finish): Promise<Outcome> {
  const guess = await flow.guess?.(context);
  const allowed = await assertWithinLimit(context, flow, { action: "callback", guess });
  try {
    const result = await finish(context);
    if (result.kind === "ask-first") {
      const { showConfirm } = await import("./pages.js");
      return await showConfirm(context, flow, result);
    }
    if (result.kind !== "verified") return result;
    await allowed?.succeeded();
    const proven = { ...context, subjects: allowed?.subjects };
    const ends = endsWithBrowser(context);
    return await completeSignIn(ends ? { ...proven, untilClosed: true } : proven, result);
  } catch (error) {
    if (error instanceof CredentialsSignin) await allowed?.failed();
    throw wrap(error, flow, context);
  }
}

function finishFor(flow: Flow, method: string) {
  const finish = method === "POST" ? flow.finish.POST : flow.finish.GET;
  if (finish) return finish;
  throw methodNotAllowed([...Object.keys(flow.finish), "OPTIONS"]);
}

function wrap(error: unknown, flow: Flow, { method }: ActionContext): unknown {
  if (error instanceof AuthError || error instanceof RequestProblem) return error;
  return new CallbackRouteError(
    `The sign-in with the provider ${JSON.stringify(flow.id)} couldn't be finished.`,
    { err: asError(error), provider: flow.id, method },
  );
}
