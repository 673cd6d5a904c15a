import type { Calls } from "./call.js";
import type { Engine } from "./engine.js";

/** The actions of a configuration without HTTP. Loaded when the first is called. */
export async function callsOf({ settings, config }: Engine): Promise<Calls> {
  return (await import("./call.js")).createCalls({ settings, config });
}
