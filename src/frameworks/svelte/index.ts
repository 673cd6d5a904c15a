import { pageSession, type SessionSnapshot } from "../client/page-session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** A Svelte store: `$session` in a component. */
export interface SessionReadable {
  subscribe(this: void, run: (snapshot: SessionSnapshot) => void): () => void;
  /** Reads the session again; with `data`, updates it through the `jwt` and `session` callbacks first. */
  readonly update: UpdateSession;
}

/**
 * Returns the page's session as a store, shared by all components.
 *
 * ```svelte
 * <script>
 * const session = useSession({ basePath: "/auth" });
 * </script>
 * <p>Hello {$session.data?.user?.name}</p>
 * ```
 */
export function useSession(options: SessionOptions = {}): SessionReadable {
  const page = pageSession(options);
  return {
    update: page.update,
    subscribe(run) {
      run(page.get());
      return page.subscribe(() => run(page.get()));
    },
  };
}

export { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
export { setBasePath } from "../client/page.js";
export type { SessionSnapshot } from "../client/page-session.js";
export { signIn } from "../client/sign-in.js";
export { signOut } from "../client/sign-out.js";
export type { SessionOptions, SignInResponse, SignOutResponse } from "../client/types.js";
