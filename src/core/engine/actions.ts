import type { Action } from "../actions/context.js";
import { once } from "../async/once.js";
import type { FlowRoute } from "../flow.js";
import { json, type Outcome } from "../http/outcome.js";
import { notFound } from "../http/request-problem.js";

/**
 * An action that is loaded on first use. Most processes only read sessions; they need neither the code of a
 * sign-in nor the pages.
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

export const showSignIn = lazily(() => import("../actions/show-sign-in.js"), "showSignIn");
export const initiateSignIn = lazily(() => import("../actions/initiate.js"), "initiateSignIn");
const signInAndOut = () => import("../actions/sign-in-and-out.js");
export const beginSignIn = lazily(signInAndOut, "beginSignIn");
export const finishSignIn = lazily(signInAndOut, "finishSignIn");
export const signOut = lazily(signInAndOut, "signOut");
const pages = () => import("../actions/pages.js");
export const showSignOut = lazily(pages, "showSignOut");
export const showError = lazily(pages, "showError");
export const showVerifyRequest = lazily(pages, "showVerifyRequest");

/** An action whose code comes with a flow, so that only those who use such a flow ship it. */
const ofFlow =
  (route: FlowRoute, method: "GET" | "POST", otherwise?: Outcome): Action =>
  async (context) => {
    for (const { answers } of context.flows.values()) {
      const answer = await answers?.[route]?.();
      if (answer?.[method]) return answer[method](context);
    }
    if (otherwise) return otherwise;
    throw notFound();
  };

export const showPassword = ofFlow("password", "GET");
export const submitPassword = ofFlow("password", "POST");
export const showWebAuthnOptions = ofFlow(
  "webauthn-options",
  "GET",
  json({ error: "Invalid provider" }, 400),
);
export { showAsset, showCsrfToken, showProviders } from "../actions/public-info.js";
export { readSession, updateSession } from "../actions/session.js";
