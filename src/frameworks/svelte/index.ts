import { pageSession, type SessionSnapshot } from "../client/page-session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** A store, as Svelte knows it: `$session` in a component. */
export interface SessionReadable {
  subscribe(this: void, run: (snapshot: SessionSnapshot) => void): () => void;
  /** Reads the session again; with `data`, after offering it to the `jwt` and `session` callbacks. */
  readonly update: UpdateSession;
}

/**
 * The session of the page as a store. All components share it.
 *
 * ```svelte
 * <script>
 *   const session = useSession({ basePath: "/auth" });
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
