import type { AuthError } from "../errors.js";
import { explain, messageOf } from "./explain.js";
import { keepRecent } from "./recent.js";

/** Keeps what is known of an error for the page that is shown next. Only during development. */
export function keepFailure(
  error: AuthError,
  { told, now }: { readonly told: string; readonly now: number },
): void {
  keepRecent({ told, message: messageOf(error), explanation: explain(error.type, error) }, now);
}
