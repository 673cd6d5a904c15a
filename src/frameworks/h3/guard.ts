import { checkAccess, type GuardOptions, responseOf } from "../visit/guard.js";
import type { AuthEvent, AuthMiddleware } from "./event.js";
import { answerWith } from "./respond.js";
import { visits } from "./visits.js";

/**
 * Protects a route or a tree of routes. Browsers without a session are redirected to the sign-in page, and
 * scripts get 401. The pages of a sign-in stay open. Guests only pass with `{ guests: true }`.
 *
 * ```ts
 * app.use("/members/**", requireUser());
 * app.get("/account", handler, { middleware: [requireUser()] });
 * ```
 */
export function requireUser(options?: GuardOptions): AuthMiddleware {
  return async (event, next) => {
    const response = await refusalFor(event, options);
    if (response) return answerWith(event, response);
    return next?.();
  };
}

/** The response for visitors who aren't signed in; undefined if the request may pass. */
export async function refusalFor(
  event: AuthEvent,
  options?: GuardOptions,
): Promise<Response | undefined> {
  const { refusal } = await checkAccess(visits.get(event.context), false, options);
  return refusal && responseOf(refusal);
}
