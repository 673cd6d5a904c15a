import { json, type Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/request-problem.js";

/** The response to a request that couldn't be handled. It changes nothing, not even a cookie. */
export function problemOutcome({ status, message, headers }: RequestProblem): Outcome {
  return { ...json({ message }, status), headers };
}
