import type { Tell, ToldEvent } from "../../types/events.js";
import type { User } from "../../types/session.js";
import { referenceOf } from "../diagnosis/reference.js";
import { asAuthError } from "../errors/as-auth-error.js";
import {
  type AuthError,
  FreshSignInRequired,
  isClientError,
  RateLimited,
} from "../errors/errors.js";
import { RequestProblem } from "../http/request-problem.js";

export interface AttemptContext {
  readonly tell?: Tell | undefined;
  /** Set once the user is known. */
  readonly identified?: ((who: Attempted) => void) | undefined;
}

/** Runs a step of a sign-in. If it throws, emits an event that the sign-in was refused, or failed. */
export async function attempt<C extends AttemptContext, T>(
  context: C,
  about: Attempted,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const { tell } = context;
  if (!tell) return work(context);
  let known = about;
  const identified = (who: Attempted) => {
    known = { ...known, ...who };
  };
  try {
    return await work({ ...context, identified });
  } catch (thrown) {
    throw await tellFailure(tell, known, thrown);
  }
}

/** The user an event is about. */
export function whoIs(user: Pick<User, "id" | "email"> | null | undefined) {
  return {
    ...(user?.id !== undefined && { userId: user.id }),
    ...(user?.email && { personal: { email: user.email } }),
  };
}

/** What is known about a sign-in: the provider, and the user once known. */
export type Attempted = Pick<ToldEvent, "provider" | "userId" | "personal">;

/** Emits that a sign-in was refused, or failed. Returns the error to throw, with the same reference. */
async function tellFailure(tell: Tell, about: Attempted, thrown: unknown): Promise<Error> {
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
