import type { Calls } from "./call.js";
import type { Engine } from "./engine.js";

/** The actions of a configuration without HTTP. Loaded on the first call. */
export async function callsOf({ settings, config }: Engine): Promise<Calls> {
  return (await import("./call.js")).createCalls({ settings, config });
}
