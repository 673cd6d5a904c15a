"use client";
import {
  createContext,
  createElement,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import type { ReactElement } from "react";
import { isSameWho, whoIs } from "./fetch-session.js";
import { setBasePath } from "./page.js";
import { SessionStore } from "./session-store.js";
import type { SessionContextValue, SessionProviderProps } from "./types.js";

/** What `useSession` reads. */
export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/**
 * Gives the session to all components below it: one request for the whole page, and none when the
 * server passes the session.
 *
 * ```tsx
 * <SessionProvider session={await auth()}>{children}</SessionProvider>
 * ```
 */
export function SessionProvider(props: SessionProviderProps): ReactElement {
  const { children, session, basePath } = props;
  if (basePath !== undefined) setBasePath(basePath);
  const [store] = useState(() => new SessionStore(session));
  useEffect(store.open, [store]);
  useServersView(store, session);
  useRefetching(store, props);
  const snapshot = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const value = useMemo(() => ({ ...snapshot, update: store.update }), [snapshot, store]);
  return createElement(SessionContext.Provider, { value }, children);
}

/** A page that was rendered anew may know better, or be older: if it differs, the server is asked. */
function useServersView(store: SessionStore, session: SessionProviderProps["session"]): void {
  const who = session === undefined ? undefined : whoIs(session);
  useEffect(() => {
    if (who === undefined || isSameWho(who, whoIs(store.snapshot().data))) return;
    void store.refresh();
  }, [store, who]);
}

function useRefetching(store: SessionStore, props: SessionProviderProps): void {
  const { refetchInterval = 0, refetchOnWindowFocus = true, refetchWhenOffline } = props;
  useEffect(() => {
    if (!refetchOnWindowFocus) return;
    const onChange = () => {
      if (document.visibilityState === "visible" && store.snapshot().data) void store.refresh();
    };
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, [store, refetchOnWindowFocus]);
  useEffect(() => {
    if (refetchInterval <= 0) return;
    const poll = () => {
      const rests = refetchWhenOffline === false && !navigator.onLine;
      if (!rests && store.snapshot().data) void store.refresh();
    };
    const timer = setInterval(poll, refetchInterval * 1000);
    return () => clearInterval(timer);
  }, [store, refetchInterval, refetchWhenOffline]);
}
