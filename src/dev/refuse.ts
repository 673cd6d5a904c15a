import { inProduction, modeOf } from "../core/values/mode.js";

/**
 * Throws outside of development, where test helpers would let anyone sign in. Called when something
 * would be done, so importing is harmless.
 */
export function refuseUnlessDevelopment(door: "latchkey/dev" | "latchkey/testing"): void {
  const mode = modeOf();
  if (!mode.production) return;
  const message = `${door} lets anyone sign in as anyone, so it works only if NODE_ENV is "development" or "test".`;
  throw new Error(inProduction(mode, message));
}
