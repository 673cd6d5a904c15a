import type { Tell, ToldEvent } from "../../types/events.js";
import type { User } from "../../types/session.js";

export interface AttemptContext {
  readonly tell?: Tell | undefined;
  /** Set once the user is known. */
  readonly identified?: ((who: Attempted) => void) | undefined;
  /** Runs the plugins, whose events these are. */
  readonly host?: AttemptHost | null;
}

export interface AttemptHost {
  /** Runs the step, and emits an event if it throws. */
  tellFailure<C extends AttemptContext, T>(
    context: C & { readonly tell: Tell },
    about: Attempted,
    work: (context: C) => Promise<T>,
  ): Promise<T>;
}

/** Runs a step of a sign-in. If it throws, emits an event that the sign-in was refused, or failed. */
export async function attempt<C extends AttemptContext, T>(
  context: C,
  about: Attempted,
  work: (context: C) => Promise<T>,
): Promise<T> {
  const { tell, host } = context;
  return tell && host ? host.tellFailure({ ...context, tell }, about, work) : work(context);
}

/** The user an event is about. */
export function whoIs(user: Pick<User, "id" | "email"> | null | undefined) {
  return {
    ...(user?.id !== undefined && { userId: user.id }),
    ...(user?.email && { personal: { email: user.email } }),
  };
}

/** What is known about a sign-in: the provider, and the user once known. */
export type Attempted = Pick<ToldEvent, "provider" | "userId" | "personal">;
