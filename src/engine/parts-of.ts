import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { AdapterError } from "../errors.js";
import { unavailable } from "../sessions/fault.js";

/** What the configuration is made of, for calls that name no address of the site. Throws what is wrong with it. */
export async function partsOf(settings: Settings): Promise<Parts> {
  const parts = await settings.ready(true);
  if (!parts.problem) return parts;
  throw parts.problem instanceof AdapterError ? unavailable(parts.problem) : parts.problem;
}
