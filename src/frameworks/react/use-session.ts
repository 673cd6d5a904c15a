"use client";
import { useContext, useEffect } from "react";
import { routesUrl } from "../client/page.js";
import { SessionContext } from "./session-provider.js";
import type { SessionContextValue, UseSessionOptions } from "./types.js";

/**
 * Returns the session. With `required: true`, visitors who aren't signed in are sent to the sign-in
 * page, and `data` is set once `status` is "authenticated".
 *
 * ```tsx
 * const { data, status } = useSession({ required: true });
 * ```
 */
export function useSession(): SessionContextValue;
export function useSession<Required extends boolean>(
  options: UseSessionOptions<Required>,
): SessionContextValue<Required>;
export function useSession(options?: UseSessionOptions<boolean>): SessionContextValue<boolean> {
  const value = useContext(SessionContext);
  if (value === undefined) throw new Error("useSession() needs a <SessionProvider> above it.");
  const { required = false, guests = false, onUnauthenticated = goToSignIn } = options ?? {};
  const isGuest = !guests && value.data?.guest === true;
  const isRefused = required && (value.status === "unauthenticated" || isGuest);
  useEffect(() => {
    if (isRefused) onUnauthenticated();
    // Runs once per refusal, since callers rarely pass the same function twice.
  }, [isRefused]);
  return isRefused ? { ...value, data: null, status: "loading" } : value;
}

function goToSignIn(): void {
  const query = new URLSearchParams({ error: "SessionRequired", callbackUrl: location.href });
  location.assign(`${routesUrl()}/signin?${query.toString()}`);
}
