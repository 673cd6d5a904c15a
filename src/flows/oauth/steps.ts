/** Both ends of a sign-in, loaded together: whoever begins one is to finish it. */
export { beginSignIn } from "./begin.js";
export { finishSignIn } from "./finish.js";
