import type { Explanation } from "../../types/explanation.js";

/** What a page shows about an error in development. */
export interface Recent {
  /** The `error` in the page's URL. */
  readonly told: string;
  readonly message: string;
  readonly explanation: Explanation;
}

const lasts = 60_000;
const most = 100;

/** References are random, so only the browser that got one can use it. Nothing is kept in production. */
const kept = new Map<string, { readonly recent: Recent; readonly until: number }>();

/** Keeps an error for a minute, for the page the browser is redirected to. */
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
