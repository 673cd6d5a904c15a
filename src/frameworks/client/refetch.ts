import type { SessionStore } from "./session-store.js";

/** Reads the session of somebody who is signed in again when the page is shown again, until it is told to stop. */
export function refetchWhenShown(store: SessionStore): () => void {
  const onChange = () => {
    if (document.visibilityState === "visible" && store.snapshot().data) void store.refresh();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** The same every so many seconds; 0 is never. */
export function refetchEvery(
  store: SessionStore,
  seconds: number,
  whenOffline?: false,
): (() => void) | undefined {
  if (seconds <= 0) return undefined;
  const poll = () => {
    const rests = whenOffline === false && !navigator.onLine;
    if (!rests && store.snapshot().data) void store.refresh();
  };
  const timer = setInterval(poll, seconds * 1000);
  return () => clearInterval(timer);
}
