import { AdapterError, SessionUnavailable } from "../errors.js";
import { RequestProblem } from "../http/problem.js";
import type { SessionRead } from "./contract.js";

/**
 * Whose fault it is that a session could not be read: without the store, or the shared state that tells
 * whether it was ended, nothing is known of it.
 */
export function faultOf(error: unknown): NonNullable<SessionRead["fault"]> {
  const unknown =
    error instanceof AdapterError ||
    error instanceof SessionUnavailable ||
    (error instanceof RequestProblem && error.status === 503);
  return unknown ? "store" : "callback";
}

/** What is thrown where a session was asked for and nothing is known of it now. The log has said why. */
export function unavailable(err: Error | undefined): SessionUnavailable {
  const message =
    "Whether somebody is signed in can not be told now, because the store does not answer. Answer with the status 503, and let them try again.";
  return new SessionUnavailable(message, err && { err });
}
