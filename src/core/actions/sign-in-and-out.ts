/** The actions that change who is signed in. Loaded together, because apps that use one use all. */
export { beginSignIn } from "./sign-in.js";
export { finishSignIn } from "./callback.js";
export { signOut } from "./sign-out.js";
