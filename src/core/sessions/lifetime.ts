import type { FoldedHooks, KeptSession } from "./hooks.js";

/** Session lifetimes, in seconds. */
export interface Lifetime {
  readonly maxAge: number;
  readonly updateAge: number;
  /** A plugin may end sessions at a certain time, however often they're used. */
  readonly hooks?: Pick<FoldedHooks, "endsBy"> | null;
}

/** Maximum lifetime in seconds of a session that ends with the browser, because some browsers never close. */
const untilClosed = 12 * 60 * 60;

type Kept = KeptSession | undefined;

/** The longest time between two visits, and the shortest between two extensions. */
export function spanOf(
  { maxAge, updateAge }: Lifetime,
  facts: Pick<KeptSession["facts"], "untilClosed"> | undefined,
): Pick<Lifetime, "maxAge" | "updateAge"> {
  if (!facts?.untilClosed || maxAge <= untilClosed) return { maxAge, updateAge };
  return { maxAge: untilClosed, updateAge: Math.min(updateAge, untilClosed / 30) };
}

/** Seconds a session lasts that is started or extended now. */
export function lastsFor(lifetime: Lifetime, session: Kept, now: number): number {
  const { maxAge } = spanOf(lifetime, session?.facts);
  const endsBy = lifetime.hooks?.endsBy;
  if (!endsBy || !session) return maxAge;
  return Math.max(0, Math.min(maxAge, endsBy(session) - now / 1000));
}

/** Whether the session's absolute lifetime is over. */
export function isOver({ hooks }: Lifetime, session: Kept, now: number): boolean {
  return hooks?.endsBy && session ? now / 1000 >= hooks.endsBy(session) : false;
}
