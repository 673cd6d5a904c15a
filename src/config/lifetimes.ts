import type { AuthConfig } from "../types/config.js";
import { strategyOf } from "./strategy.js";

const day = 24 * 60 * 60;
const defaultMaxAge = 30 * day;

/** How long sessions last, in seconds. */
export interface Lifetimes {
  /** The longest pause between two visits. */
  readonly maxAge: number;
  /** The shortest time between two extensions. */
  readonly updateAge: number;
  /** What of the configuration does not count, and why. */
  readonly warning?: string;
}

type LifetimeOptions = Pick<AuthConfig, "session" | "jwt" | "adapter">;

/**
 * The lifetimes that a configuration asks for. Token and session end together, with whichever is to
 * last less. Extensions are so much closer than `maxAge` that nobody who keeps coming is signed out.
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
    warning: `\`session.updateAge\` (${asked} s) must be smaller than the time a session lasts (${maxAge} s), or no session is ever extended. It is taken as ${usual} s.`,
  };
}
