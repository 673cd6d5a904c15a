/** A sign-in with an ID token that is posted here, loaded together. */
export { issueNonce } from "./authorize/nonce.js";
export { finishPosted } from "./callback/posted.js";
export { oneTapAsset } from "./one-tap.js";
