import type { Action, ActionContext } from "../actions/context.js";
import { RequestProblem } from "../http/problem.js";
import type { Outcome } from "../http/outcome.js";
import type { ResponseCookie } from "../types/http.js";
import { createContext, withTarget, type Incoming, type PerformDeps } from "./context.js";
import { asAuthError } from "./failure.js";

/** What an action came to, with the cookies it set either way. */
export type Performed = { readonly cookies: readonly ResponseCookie[] } & (
  | { readonly outcome: Outcome; readonly error?: never }
  | { readonly error: RequestProblem | ReturnType<typeof asAuthError> }
);

export interface PerformOptions {
  /** The action ends in a redirect to a URL that the request may name. */
  readonly redirects: boolean;
  /** The caller is the application itself, so that there is no form to protect. */
  readonly trusted: boolean;
}

/** Runs an action. What it throws is logged and given back, so that its cookies are not lost. */
export async function perform(
  deps: PerformDeps,
  { act, incoming }: { act: Action; incoming: Incoming },
  { redirects, trusted }: PerformOptions,
): Promise<Performed> {
  let context: ActionContext = createContext(deps, incoming);
  if (trusted) context = { ...context, checksCsrf: false };
  try {
    if (redirects) context = await withTarget(context);
    return { outcome: await act(context), cookies: context.jar.changes() };
  } catch (thrown) {
    if (thrown instanceof RequestProblem) return { error: thrown, cookies: [] };
    const error = asAuthError(thrown);
    deps.settings.logger.error(error.type, error);
    return { error, cookies: context.jar.changes() };
  }
}
