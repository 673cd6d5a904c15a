import type { Session } from "../../types/session.js";
import { isSameWho, whoIs } from "./fetch-session.js";
import { setBasePath } from "./page.js";
import { refetchEvery, refetchWhenShown } from "./refetch.js";
import { SessionStore, type Snapshot } from "./session-store.js";
import type { SessionOptions, UpdateSession } from "./types.js";

/** The session's state on a page. */
export type SessionSnapshot = Snapshot;

/** The observable session of a page. */
export interface PageSession {
  /** The current state. */
  get(this: void): SessionSnapshot;
  /** Calls the listener at each change. Returns a function that unsubscribes it. */
  subscribe(this: void, listener: () => void): () => void;
  /** Reads the session again; with `data`, updates it through the `jwt` and `session` callbacks first. */
  readonly update: UpdateSession;
}

// Kept by window, so a server, which has none, never shares a session between users.
const pages = new WeakMap<
  Window,
  { readonly store: SessionStore; readonly session: PageSession }
>();

/**
 * Returns the session of this page, shared by all callers: one request, or none if the server passed the
 * session. The first caller's options are used; if a session of another user is passed later, it's read again.
 *
 * ```ts
 * const session = pageSession({ basePath: "/auth" });
 * session.subscribe(() => show(session.get().data?.user?.name));
 * ```
 */
export function pageSession(options: SessionOptions = {}): PageSession {
  if (typeof window === "undefined") return atRest(options.session);
  const known = pages.get(window);
  if (known) {
    compare(known.store, options.session);
    return known.session;
  }
  if (options.basePath !== undefined) setBasePath(options.basePath);
  const store = new SessionStore(options.session);
  const made = { store, session: withSubscribers(store, options) };
  pages.set(window, made);
  return made.session;
}

/** On a server nothing is fetched: the session was passed, or the browser reads it. */
function atRest(session: Session | null | undefined): PageSession {
  const { snapshot, update } = new SessionStore(session);
  return { get: snapshot, subscribe: () => () => undefined, update };
}

function compare(store: SessionStore, session: Session | null | undefined): void {
  const { status, data } = store.snapshot();
  if (session === undefined || status === "loading") return;
  if (!isSameWho(whoIs(session), whoIs(data))) void store.refresh();
}

/** Listens to other tabs while there are subscribers. */
function withSubscribers(store: SessionStore, options: SessionOptions): PageSession {
  const open: (() => void)[] = [];
  const state = { listeners: 0 };
  const subscribe = (listener: () => void): (() => void) => {
    const leave = store.subscribe(listener);
    if (state.listeners === 0) open.push(...begin(store, options));
    state.listeners += 1;
    return once(() => {
      leave();
      state.listeners -= 1;
      if (state.listeners === 0) for (const stop of open.splice(0)) stop();
    });
  };
  return { get: store.snapshot, subscribe, update: store.update };
}

function begin(store: SessionStore, options: SessionOptions): (() => void)[] {
  const { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = options;
  return [
    store.open(),
    ...(refetchOnWindowFocus ? [refetchWhenShown(store)] : []),
    refetchEvery(store, refetchInterval, refetchWhenOffline) ?? (() => undefined),
  ];
}

function once(work: () => void): () => void {
  const left = [work];
  return () => left.pop()?.();
}
