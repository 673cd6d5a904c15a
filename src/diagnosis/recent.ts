import type { Explanation } from "../types/explanation.js";

/** What a page shows of an error during development. */
export interface Recent {
  /** The `error` in the address of the page. */
  readonly told: string;
  readonly message: string;
  readonly explanation: Explanation;
}

const lasts = 60_000;
const most = 100;

/** References are random: whoever has one was given it. Nothing is kept in production. */
const kept = new Map<string, { readonly recent: Recent; readonly until: number }>();

/** Keeps an error for a minute, so that the page that a browser is sent to can tell of it. */
export function keepRecent(recent: Recent, now: number): void {
  const { reference } = recent.explanation;
  kept.delete(reference);
  kept.set(reference, { recent, until: now + lasts });
  for (const [key, { until }] of kept) if (until <= now || kept.size > most) kept.delete(key);
}

export function recentBy(reference: string, now: number): Recent | undefined {
  const found = kept.get(reference);
  return found && found.until > now ? found.recent : undefined;
}
