import { createSignal, onCleanup, onMount, type Accessor } from "solid-js";
import { pageSession, type SessionSnapshot } from "../client/page-session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** The page's session: call it to read the value. `update` reads it again. */
export type SessionAccessor = Accessor<SessionSnapshot> & { readonly update: UpdateSession };

/**
 * Returns the page's session, shared by all components.
 *
 * ```tsx
 * const session = useSession({ basePath: "/auth" });
 * return <p>Hello {session().data?.user?.name}</p>;
 * ```
 */
export function useSession(options: SessionOptions = {}): SessionAccessor {
  const page = pageSession(options);
  const [known, setKnown] = createSignal(page.get());
  onMount(() => {
    setKnown(page.get());
    onCleanup(page.subscribe(() => setKnown(page.get())));
  });
  return Object.assign(() => known(), { update: page.update });
}

export { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
export { setBasePath } from "../client/page.js";
export type { SessionSnapshot } from "../client/page-session.js";
export { signIn } from "../client/sign-in.js";
export { signOut } from "../client/sign-out.js";
export type { SessionOptions, SignInResponse, SignOutResponse } from "../client/types.js";
