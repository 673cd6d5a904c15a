import type { FoldedHooks, KeptSession } from "./hooks.js";

/** How long sessions may last, in seconds. */
export interface Lifetime {
  readonly maxAge: number;
  readonly updateAge: number;
  /** A plugin may end sessions at a certain time, however often they are used. */
  readonly hooks?: Pick<FoldedHooks, "endsBy"> | null;
}

/** Seconds that a session lasts at most which is to end with the browser: some browsers never close. */
const untilClosed = 12 * 60 * 60;

type Kept = KeptSession | undefined;

/** The longest pause between two visits, and the shortest time between two extensions. */
export function spanOf(
  { maxAge, updateAge }: Lifetime,
  facts: Pick<KeptSession["facts"], "untilClosed"> | undefined,
): Pick<Lifetime, "maxAge" | "updateAge"> {
  if (!facts?.untilClosed || maxAge <= untilClosed) return { maxAge, updateAge };
  return { maxAge: untilClosed, updateAge: Math.min(updateAge, untilClosed / 30) };
}

/** Seconds that a session lasts which is started or extended now. */
export function lastsFor(lifetime: Lifetime, session: Kept, now: number): number {
  const { maxAge } = spanOf(lifetime, session?.facts);
  const endsBy = lifetime.hooks?.endsBy;
  if (!endsBy || !session) return maxAge;
  return Math.max(0, Math.min(maxAge, endsBy(session) - now / 1000));
}

/** Whether the session had to end by now, however often it was used. */
export function isOver({ hooks }: Lifetime, session: Kept, now: number): boolean {
  return hooks?.endsBy && session ? now / 1000 >= hooks.endsBy(session) : false;
}
