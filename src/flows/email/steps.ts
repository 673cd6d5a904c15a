/** The steps of a sign-in by email, loaded together. */
export { begin } from "./begin.js";
export { followLink, submit } from "./finish.js";
export { identifierOf, limitKeys } from "../mail/identifier.js";
export { readPending } from "../mail/pending.js";
export { isGuess } from "../mail/strength.js";
