import type { LocalsAuth, RequestAuth } from "./types.js";

/** The same methods on a function that returns the session. */
export function callable(auth: RequestAuth): LocalsAuth {
  return Object.assign(() => auth.session(), {
    signIn: (...given: Parameters<RequestAuth["signIn"]>) => auth.signIn(...given),
    signOut: (...given: Parameters<RequestAuth["signOut"]>) => auth.signOut(...given),
    requireFresh: (...given: Parameters<RequestAuth["requireFresh"]>) =>
      auth.requireFresh(...given),
    update: (...given: Parameters<RequestAuth["update"]>) => auth.update(...given),
  });
}
