import { computed, onMounted, onScopeDispose, shallowRef, type ComputedRef } from "vue";
import { pageSession, type SessionSnapshot } from "../client/page-session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** What `useSession` gives. */
export interface SessionRefs {
  /** The session; null while it's unknown, or if there is none. */
  readonly data: ComputedRef<SessionSnapshot["data"]>;
  readonly status: ComputedRef<SessionSnapshot["status"]>;
  /** Set while the session can't be read: the others are the last known ones. */
  readonly error: ComputedRef<Error | undefined>;
  /** Reads the session again; with `data`, updates it through the `jwt` and `session` callbacks first. */
  readonly update: UpdateSession;
}

/**
 * Returns the page's session, shared by all components.
 *
 * ```ts
 * const { data, status } = useSession({ basePath: "/auth" });
 * ```
 */
export function useSession(options: SessionOptions = {}): SessionRefs {
  const page = pageSession(options);
  const known = shallowRef(page.get());
  const stops: (() => void)[] = [];
  // On mount, so that the first render matches the server's.
  onMounted(() => {
    known.value = page.get();
    stops.push(page.subscribe(() => (known.value = page.get())));
  });
  onScopeDispose(() => {
    for (const stop of stops) stop();
  });
  return {
    data: computed(() => known.value.data),
    status: computed(() => known.value.status),
    error: computed(() => known.value.error),
    update: page.update,
  };
}

export { getCsrfToken, getProviders, getSession } from "../client/fetch-session.js";
export { setBasePath } from "../client/page.js";
export type { SessionSnapshot } from "../client/page-session.js";
export { signIn } from "../client/sign-in.js";
export { signOut } from "../client/sign-out.js";
export type { SessionOptions, SignInResponse, SignOutResponse } from "../client/types.js";
