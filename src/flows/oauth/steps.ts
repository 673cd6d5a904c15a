/** Both ends of a sign-in, loaded together: whoever begins one is to finish it. */
export { beginSignIn } from "./authorize/begin.js";
export { finishSignIn } from "./callback/finish.js";
