/** Both ends of a sign-in, loaded together, because one follows the other. */
export { beginSignIn } from "./authorize/begin.js";
export { finishSignIn } from "./callback/finish.js";
