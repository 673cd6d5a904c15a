import { inProduction, modeOf } from "../mode.js";

/**
 * Throws outside of development: what is meant for tests and for a developer's own machine would let
 * everyone in there. Importing is harmless; this is called where something would be done.
 */
export function refuseUnlessDevelopment(door: "latchkey/dev" | "latchkey/testing"): void {
  const mode = modeOf();
  if (!mode.production) return;
  const message = `${door} lets anyone sign in as anyone, so it works only if NODE_ENV is "development" or "test".`;
  throw new Error(inProduction(mode, message));
}
