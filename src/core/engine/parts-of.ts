import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { AdapterError } from "../errors/errors.js";
import { unavailable } from "../sessions/fault.js";

/** The parts of a configuration, for calls that need no site URL. Throws if it's invalid. */
export async function partsOf(settings: Settings): Promise<Parts> {
  const parts = await settings.ready(true);
  if (!parts.problem) return parts;
  throw parts.problem instanceof AdapterError ? unavailable(parts.problem) : parts.problem;
}
