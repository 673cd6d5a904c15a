import type { ReactNode } from "react";
import type { Session } from "../../types/session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** The result of `useSession`. With `required: true` the status is never "unauthenticated". */
export type SessionContextValue<Required extends boolean = false, S = Session> = {
  update: UpdateSession<S>;
  /**
   * Set while the session can't be read: `data` and `status` are the last known ones, and the read
   * is retried. `update()` retries at once.
   */
  error?: Error;
} & (
  | { data: S; status: "authenticated" }
  | {
      data: null;
      status: Required extends true ? "loading" : "loading" | "unauthenticated";
    }
);

export interface UseSessionOptions<Required extends boolean> {
  /** True: the component requires a signed-in user. */
  required: Required;
  /** Guests count, too: the component must know them by `data.guest`. @default false */
  guests?: boolean;
  /** Called for visitors who aren't signed in. @default opens the sign-in page */
  onUnauthenticated?: () => void;
}

export interface SessionProviderProps extends SessionOptions {
  children?: ReactNode;
}
