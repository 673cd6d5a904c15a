import type { HandlerDeps, Incoming } from "../engine/context.js";
import type { Outcome } from "../http/outcome.js";
import { notFound } from "../http/problem.js";

/** For bundles of edge functions: the doctor takes a server that knows its clients' addresses. */
export function showFindings(_deps: HandlerDeps, _incoming: Incoming): Promise<Outcome> {
  throw notFound();
}
