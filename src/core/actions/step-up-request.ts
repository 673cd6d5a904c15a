import type { Flow } from "../flow.js";
import { Fields } from "../http/fields.js";
import { requestLifetime, isAccepted, openRequest } from "../step-up/request.js";
import { stepUpRequestOf } from "../step-up/requested.js";
import type { ActionContext } from "./context.js";

/** Reads whether the sign-in page was opened to confirm a recent sign-in, and returns the methods that are accepted. */
export async function keepStepUpRequest(context: ActionContext): Promise<readonly Flow[]> {
  const { query, jar, cookies, flows } = context;
  const all = [...flows.values()];
  const token = query.text("prove") ?? jar.get(cookies.prove.name);
  // Without such a request, anyone may sign in; an error was already shown.
  const goesOn = query.text("prove") !== undefined || query.text("error") !== undefined;
  const ask = goesOn ? await openRequest(context, token) : null;
  if (!ask || token === undefined) {
    jar.clear(cookies.prove);
    return all;
  }
  jar.set(cookies.prove, token, { maxAge: requestLifetime });
  return all.filter((flow) => isAccepted(ask.methods, flow));
}

/** The sign-in request, with the parameters that make a provider ask the user to authenticate again, if required. */
export async function withFreshPrompt(context: ActionContext, flow: Flow): Promise<ActionContext> {
  const ask = flow.freshParams ? await stepUpRequestOf(context) : null;
  if (!ask || !flow.freshParams) return context;
  const given = Object.fromEntries(context.query.texts());
  return { ...context, query: Fields.fromObject({ ...given, ...flow.freshParams(ask.within) }) };
}
