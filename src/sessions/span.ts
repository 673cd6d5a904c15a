import type { SessionFacts } from "./facts.js";

/** How long sessions may last, in seconds. */
export interface Spans {
  readonly maxAge: number;
  readonly updateAge: number;
  readonly absoluteMaxAge?: number | undefined;
}

/** Seconds that a session lasts at most which is to end with the browser: some browsers never close. */
const untilClosed = 12 * 60 * 60;

type Facts = Pick<SessionFacts, "authTime" | "untilClosed"> | undefined;

/** The longest pause between two visits, and the shortest time between two extensions. */
export function spanOf({ maxAge, updateAge }: Spans, facts: Facts): Spans {
  if (!facts?.untilClosed || maxAge <= untilClosed) return { maxAge, updateAge };
  return { maxAge: untilClosed, updateAge: Math.min(updateAge, untilClosed / 30) };
}

/** Seconds that a session lasts which is started or extended now. */
export function lastsFor(spans: Spans, facts: Facts, now: number): number {
  const { maxAge } = spanOf(spans, facts);
  if (spans.absoluteMaxAge === undefined || !facts) return maxAge;
  return Math.max(0, Math.min(maxAge, facts.authTime + spans.absoluteMaxAge - now / 1000));
}

/** Whether somebody signed in so long ago that they must do it again. */
export function isOver({ absoluteMaxAge }: Spans, facts: Facts, now: number): boolean {
  return absoluteMaxAge !== undefined && facts !== undefined
    ? now / 1000 >= facts.authTime + absoluteMaxAge
    : false;
}
