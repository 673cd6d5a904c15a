import { json, type Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/problem.js";

/** A request that could not be worked on. It changes nothing, not even a cookie. */
export function problemOutcome({ status, message, headers }: RequestProblem): Outcome {
  return { ...json({ message }, status), headers };
}
