import type { Action } from "../actions/context.js";
import { asAuthError } from "../caught.js";
import { RequestProblem } from "../http/problem.js";
import type { Outcome } from "../http/outcome.js";
import type { ResponseCookie } from "../types/http.js";
import { createContext, targetOf, type Incoming, type PerformDeps } from "./context.js";

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
  const own = createContext(deps, incoming);
  if (trusted) own.checksCsrf = false;
  try {
    if (redirects) own.callbackUrl = await targetOf(own);
    const outcome = await act(own);
    return { outcome, cookies: own.jar.changes() };
  } catch (thrown) {
    if (thrown instanceof RequestProblem) return { error: thrown, cookies: [] };
    const error = asAuthError(thrown);
    deps.settings.logger.error(error.type, error);
    if (redirects) {
      const { noteFailure } = await import("./failure.js");
      await noteFailure(deps.settings, own, error);
    }
    return { error, cookies: own.jar.changes() };
  }
}
