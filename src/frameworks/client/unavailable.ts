import { SessionUnavailable } from "../../errors.js";

/** Says that the server could not be asked, or did not know, whether somebody is signed in. */
export function unavailable(): SessionUnavailable {
  return new SessionUnavailable("The session could not be read now. It is not known to be over.");
}
