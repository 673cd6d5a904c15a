import type { EmailConfig } from "../../types/providers.js";

const defaultMaxAge = 15 * 60;

/** Seconds for which the link works. */
export function maxAgeOf({ maxAge }: EmailConfig): number {
  return maxAge ?? defaultMaxAge;
}
