import type { AuthConfig } from "../auth-config.js";
import { strategyOf } from "./strategy.js";

const day = 24 * 60 * 60;
const defaultMaxAge = 30 * day;

/** Session lifetimes, in seconds. */
export interface Lifetimes {
  /** The longest time between two visits. */
  readonly maxAge: number;
  /** The shortest time between two extensions. */
  readonly updateAge: number;
  /** Values that were ignored, and why. */
  readonly warning?: string;
}

type LifetimeOptions = Pick<AuthConfig, "session" | "jwt" | "adapter">;

/**
 * The configured lifetimes. The token and the session both end when the shorter one does. Sessions are
 * extended often enough before `maxAge` that active users stay signed in.
 */
export function lifetimesOf(config: LifetimeOptions): Lifetimes {
  const { session } = config;
  const ofToken = strategyOf(config) === "database" ? undefined : config.jwt?.maxAge;
  const maxAge = Math.min(session?.maxAge ?? defaultMaxAge, ofToken ?? Infinity);
  const usual = Math.min(day, maxAge / 30);
  const asked = session?.updateAge;
  if (asked === undefined) return { maxAge, updateAge: usual };
  if (asked < maxAge) return { maxAge, updateAge: asked };
  return {
    maxAge,
    updateAge: usual,
    warning: `\`session.updateAge\` (${asked} s) must be smaller than \`session.maxAge\` (${maxAge} s), or sessions are never extended. Using ${usual} s instead.`,
  };
}
