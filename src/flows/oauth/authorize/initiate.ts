import type { Outcome } from "../../../core/http/outcome.js";
import { findServer } from "../discovery/server.js";
import { isIssuerOf } from "../discovery/tenant.js";
import type { Run } from "../provider/run.js";
import { beginSignIn } from "./begin.js";

/** Starts a sign-in on behalf of this issuer; undefined if it's another provider's. */
export async function initiateSignIn(run: Run, issuer: string): Promise<Outcome | undefined> {
  const server = await findServer(run).catch(() => undefined);
  // If discovery fails, starting the sign-in reports why.
  if (server && !server.issuerKnown) return undefined;
  if (server && !isIssuerOf(server.metadata.issuer, issuer, run.provider)) return undefined;
  return beginSignIn(run);
}
