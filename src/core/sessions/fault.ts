import { AdapterError, RateLimited, SessionUnavailable } from "../errors/errors.js";
import { RequestProblem } from "../http/request-problem.js";
import type { SessionRead } from "./contract.js";

/** Why a session couldn't be read: without the store, or the shared state with revocations, its status is unknown. */
export function faultOf(error: unknown): NonNullable<SessionRead["fault"]> {
  if (error instanceof RateLimited) return "limited";
  const unknown =
    error instanceof AdapterError ||
    error instanceof SessionUnavailable ||
    (error instanceof RequestProblem && error.status === 503);
  return unknown ? "store" : "callback";
}

/** The error to throw if a session's status is unknown. The cause is already logged. */
export function unavailable(err: Error | undefined): SessionUnavailable {
  const message =
    "It's unknown whether the user is signed in, because the database doesn't respond. Return status 503 and let the user retry.";
  return new SessionUnavailable(message, err && { err });
}
