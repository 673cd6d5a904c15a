/** What changes who is signed in, loaded together: whoever does one of these does the others. */
export { beginSignIn } from "./sign-in.js";
export { finishSignIn } from "./callback.js";
export { signOut } from "./sign-out.js";
