import { asAuthError } from "../caught.js";
import { referenceOf } from "../diagnosis/reference.js";
import { FreshSignInRequired, isClientError, RateLimited, type AuthError } from "../errors.js";
import { RequestProblem } from "../http/problem.js";
import type { Tell, ToldEvent } from "../types/events.js";

/** What is known of a sign-in: the provider, and the user once they are known. */
export type Attempted = Pick<ToldEvent, "provider" | "userId" | "personal">;

/** Tells that a sign-in was refused, or failed. Returns the error to throw, which has the same reference. */
export async function tellFailure(tell: Tell, about: Attempted, thrown: unknown): Promise<Error> {
  if (thrown instanceof RequestProblem) return thrown;
  const error = asAuthError(thrown);
  if (isToldElsewhere(error)) return error;
  const isRefusal: boolean = isClientError(error);
  const type = isRefusal ? "sign-in.refused" : "sign-in.failed";
  await tell({ type, reason: error.type, reference: referenceOf(error), ...about });
  return error;
}

/** "limit.hit" and "step-up.asked" are told where they happen. */
function isToldElsewhere(error: AuthError): boolean {
  return error instanceof RateLimited || error instanceof FreshSignInRequired;
}
