import type { HandlerDeps, Incoming } from "../core/engine/context.js";
import type { Outcome } from "../core/http/outcome.js";
import { notFound } from "../core/http/request-problem.js";

/** For edge bundles: the doctor needs a server that knows its clients' addresses. */
export function showFindings(_deps: HandlerDeps, _incoming: Incoming): Promise<Outcome> {
  throw notFound();
}
