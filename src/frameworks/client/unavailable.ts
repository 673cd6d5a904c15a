import { SessionUnavailable } from "../../core/errors/errors.js";

/** Thrown if the server can't be reached, or doesn't know whether the user is signed in. */
export function unavailable(): SessionUnavailable {
  return new SessionUnavailable(
    "The session couldn't be read, so it's unknown whether the user is signed in. Try again.",
  );
}
