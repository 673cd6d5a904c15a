import type { Tell } from "../types/events.js";
import type { User } from "../types/session.js";
import type { Attempted } from "./tell-failure.js";

export type { Attempted } from "./tell-failure.js";

export interface AttemptContext {
  readonly tell?: Tell | undefined;
  /** The user is known from here on. */
  readonly identified?: ((who: Attempted) => void) | undefined;
}

/** Does a step of a sign-in. If it throws, an event says that the sign-in was refused, or failed. */
export async function attempt<C extends AttemptContext, T>(
  context: C,
  about: Attempted,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const { tell } = context;
  if (!tell) return work(context);
  let known = about;
  const identified = (who: Attempted) => {
    known = { ...known, ...who };
  };
  try {
    return await work({ ...context, identified });
  } catch (thrown) {
    const { tellFailure } = await import("./tell-failure.js");
    throw await tellFailure(tell, known, thrown);
  }
}

/** Whom an event is about. */
export function whoIs(user: Pick<User, "id" | "email"> | null | undefined) {
  return {
    ...(user?.id !== undefined && { userId: user.id }),
    ...(user?.email && { personal: { email: user.email } }),
  };
}
