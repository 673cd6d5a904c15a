"use client";
import {
  createContext,
  createElement,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactElement,
} from "react";
import { isSameWho, whoIs } from "../client/fetch-session.js";
import { setBasePath } from "../client/page.js";
import { refetchEvery, refetchWhenShown } from "../client/refetch.js";
import { SessionStore } from "../client/session-store.js";
import type { SessionContextValue, SessionProviderProps } from "./types.js";

/** What `useSession` reads. */
export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/**
 * Provides the session to all components below it: one request for the whole page, or none if the
 * server passes the session.
 *
 * ```tsx
 * <SessionProvider session={await auth()}>{children}</SessionProvider>
 * ```
 */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath } = props;
  const { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = props;
  if (basePath !== undefined) setBasePath(basePath);
  const [store] = useState(() => new SessionStore(session));
  useEffect(store.open, [store]);
  // A page that is rendered again may have a newer session, or an older one: if it differs, it is
  // read from the server.
  const who = session === undefined ? undefined : whoIs(session);
  useEffect(() => {
    if (who === undefined || isSameWho(who, whoIs(store.snapshot().data))) return;
    void store.refresh();
  }, [store, who]);
  useEffect(
    () => (refetchOnWindowFocus ? refetchWhenShown(store) : undefined),
    [store, refetchOnWindowFocus],
  );
  useEffect(
    () => refetchEvery(store, refetchInterval, refetchWhenOffline),
    [store, refetchInterval, refetchWhenOffline],
  );
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const value = useMemo(() => ({ ...snapshot, update: store.update }), [snapshot, store]);
  return createElement(SessionContext.Provider, { value }, children);
}
