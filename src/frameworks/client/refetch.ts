import type { SessionStore } from "./session-store.js";

/**
 * Reads the session again when the page is shown again, if the user is signed in. Returns a
 * function that stops it.
 */
export function refetchWhenShown(store: SessionStore): () => void {
  const onChange = () => {
    if (document.visibilityState === "visible" && store.snapshot().data) void store.refresh();
  };
  document.addEventListener("visibilitychange", onChange);
  return () => document.removeEventListener("visibilitychange", onChange);
}

/** Reads the session every so many seconds; 0 for never. */
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
