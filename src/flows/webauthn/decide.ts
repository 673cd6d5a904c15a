import type { CeremonyAction } from "./ceremony.js";

export interface Facts {
  /** The `action` of the query, where there is one. */
  readonly action: CeremonyAction | undefined;
  readonly signedIn: boolean;
  /** Somebody can be registered: the user who is signed in, or whoever was named. */
  readonly someone: boolean;
}

/**
 * Which ceremony a request is for; undefined when it makes no sense. Whether a user of that name
 * exists is not among the facts, so that nobody can learn it from the answer.
 */
export function decide({ action, signedIn, someone }: Facts): CeremonyAction | undefined {
  if (action === "authenticate") return "authenticate";
  if (action === "register") return someone ? "register" : undefined;
  return signedIn ? undefined : "authenticate";
}
