import type { ResponseCookie } from "../../types/http.js";
import type { Action } from "../actions/context.js";
import { asAuthError } from "../errors/as-auth-error.js";
import type { Outcome } from "../http/outcome.js";
import { RequestProblem } from "../http/request-problem.js";
import { createContext, targetOf, type Incoming, type PerformDeps } from "./context.js";

/** The result of an action, with the cookies it set even if it failed. */
export type Performed = { readonly cookies: readonly ResponseCookie[] } & (
  | { readonly outcome: Outcome; readonly error?: never }
  | { readonly error: RequestProblem | ReturnType<typeof asAuthError> }
);

export interface PerformOptions {
  /** The action ends in a redirect to a URL that the request may name. */
  readonly redirects: boolean;
  /** The app itself is the caller, so there's no form to protect. */
  readonly trusted: boolean;
}

/** Runs an action. Errors are logged and returned, so that its cookies aren't lost. */
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
