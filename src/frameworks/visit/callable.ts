import type { LocalsAuth, RequestAuth } from "./types.js";

/** The same as a function that gives the session. */
export function callable(
  auth: RequestAuth,
  read: RequestAuth["session"] = () => auth.session(),
): LocalsAuth {
  return Object.assign(() => read(), {
    signIn: (...given: Parameters<RequestAuth["signIn"]>) => auth.signIn(...given),
    signOut: (...given: Parameters<RequestAuth["signOut"]>) => auth.signOut(...given),
    requireFresh: (...given: Parameters<RequestAuth["requireFresh"]>) =>
      auth.requireFresh(...given),
    update: (...given: Parameters<RequestAuth["update"]>) => auth.update(...given),
  });
}
