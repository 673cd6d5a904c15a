import type { Tell } from "../../types/events.js";
import { referenceOf } from "../diagnosis/reference.js";
import { asAuthError } from "../errors/as-auth-error.js";
import {
  type AuthError,
  FreshSignInRequired,
  isClientError,
  RateLimited,
} from "../errors/errors.js";
import { RequestProblem } from "../http/request-problem.js";
import type { AttemptContext, Attempted } from "./attempt.js";

/** Runs a step of a sign-in, and emits that it was refused, or failed. The user may become known on the way. */
export async function tellFailure<C extends AttemptContext, T>(
  context: C & { readonly tell: Tell },
  about: Attempted,
  work: (context: C) => Promise<T>,
): Promise<T> {
  let known = about;
  const identified = (who: Attempted) => {
    known = { ...known, ...who };
  };
  try {
    return await work({ ...context, identified });
  } catch (thrown) {
    throw await toldError(context.tell, known, thrown);
  }
}

/** The error to throw, with the reference of the event. */
async function toldError(tell: Tell, about: Attempted, thrown: unknown): Promise<Error> {
  if (thrown instanceof RequestProblem) return thrown;
  const error = asAuthError(thrown);
  if (isToldElsewhere(error)) return error;
  const isRefusal: boolean = isClientError(error);
  const type = isRefusal ? "sign-in.refused" : "sign-in.failed";
  await tell({ type, reason: error.type, reference: referenceOf(error), ...about });
  return error;
}

/** "limit.hit" and "step-up.asked" are emitted where they occur. */
function isToldElsewhere(error: AuthError): boolean {
  return error instanceof RateLimited || error instanceof FreshSignInRequired;
}
