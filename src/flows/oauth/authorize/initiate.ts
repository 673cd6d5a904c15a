import type { Outcome } from "../../../http/outcome.js";
import { beginSignIn } from "./begin.js";
import type { Run } from "../provider/run.js";
import { findServer } from "../discovery/server.js";
import { isIssuerOf } from "../discovery/tenant.js";

/** Begins a sign-in that this issuer is said to have asked for; undefined when it is another's. */
export async function initiateSignIn(run: Run, issuer: string): Promise<Outcome | undefined> {
  const server = await findServer(run).catch(() => undefined);
  // Where nothing can be found out, beginning says why.
  if (server && !server.issuerKnown) return undefined;
  if (server && !isIssuerOf(server.metadata.issuer, issuer, run.provider)) return undefined;
  return beginSignIn(run);
}
