import type { Action } from "../actions/context.js";
import { once } from "../once.js";

/**
 * An action that is loaded when it is first asked for. Most processes only ever read sessions; they
 * need neither the code of a sign-in nor that of the pages.
 */
/* @__NO_SIDE_EFFECTS__ */
function lazily<Name extends string>(
  load: () => Promise<Readonly<Record<Name, Action>>>,
  name: Name,
): Action {
  const loaded = once(load);
  return async (context) => {
    const actions = loaded();
    return ("then" in actions ? await actions : actions)[name](context);
  };
}

export const showProviders = lazily(() => import("../actions/public-info.js"), "showProviders");
export const showCsrfToken = lazily(() => import("../actions/public-info.js"), "showCsrfToken");
export const showSignIn = lazily(() => import("../actions/show-sign-in.js"), "showSignIn");
export const initiateSignIn = lazily(() => import("../actions/initiate.js"), "initiateSignIn");
const signInAndOut = () => import("../actions/sign-in-and-out.js");
export const beginSignIn = lazily(signInAndOut, "beginSignIn");
export const finishSignIn = lazily(signInAndOut, "finishSignIn");
export const signOut = lazily(signInAndOut, "signOut");
export const showSignOut = lazily(() => import("../actions/show-sign-out.js"), "showSignOut");
export const showError = lazily(() => import("../actions/pages.js"), "showError");
export const showVerifyRequest = lazily(() => import("../actions/pages.js"), "showVerifyRequest");
const passwords = () => import("../actions/password.js");
export const showPassword = lazily(passwords, "showPassword");
export const submitPassword = lazily(passwords, "submitPassword");
export const showAsset = lazily(() => import("../actions/assets.js"), "showAsset");
export const showWebAuthnOptions = lazily(
  () => import("../actions/webauthn-options.js"),
  "showWebAuthnOptions",
);
export { readSession, updateSession } from "../actions/session.js";
