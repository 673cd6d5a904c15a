import type { ReactNode } from "react";
import type { Session } from "../../types/session.js";
import type { SessionOptions, UpdateSession } from "../client/types.js";

/** What `useSession` gives. With `required: true` nobody is ever "unauthenticated". */
export type SessionContextValue<Required extends boolean = false, S = Session> = {
  update: UpdateSession<S>;
  /**
   * Set while the session can not be read: `data` and `status` are then the last that were known, and
   * it is tried again by itself. `update()` tries at once.
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
  /** Nobody who is not signed in sees this component. */
  required: Required;
  /** What to do with those. @default they go to the sign-in page */
  onUnauthenticated?: () => void;
}

export interface SessionProviderProps extends SessionOptions {
  children?: ReactNode;
}
