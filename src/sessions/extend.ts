import { SessionTokenError } from "../errors.js";
import { asError } from "../thrown.js";
import type { AdapterSession } from "../types/adapter.js";
import type { Store } from "../types/store.js";
import type { SessionDeps } from "./contract.js";

const remembered = 1000;

interface Extension {
  readonly from: number;
  readonly to: Promise<Date | null>;
}

/**
 * Extends sessions, each at most once per `updateAge`. Requests that read the same row side by side
 * share one write: an expiry is extended from a given value only once.
 */
export function createExtender(
  deps: Pick<SessionDeps, "maxAge" | "updateAge" | "logger">,
  store: Store,
) {
  const recent = new Map<string, Extension>();

  const write = async (sessionToken: string, expires: Date): Promise<Date | null> => {
    try {
      await store.updateSession({ sessionToken, expires });
      return expires;
    } catch (error) {
      recent.delete(sessionToken);
      const message = "The session could not be extended; it stays valid until its old expiry.";
      deps.logger.error(
        "SessionTokenError",
        new SessionTokenError(message, { err: asError(error) }),
      );
      return null;
    }
  };

  return {
    /** The new expiry, or null when it stays as it is: at once, since that is what most reads get. */
    extend({ sessionToken, expires }: AdapterSession, now: number): Promise<Date | null> | null {
      const from = expires.getTime();
      const due = from - deps.maxAge * 1000 + deps.updateAge * 1000;
      if (due > now) return null;
      const earlier = recent.get(sessionToken);
      if (earlier?.from === from) return earlier.to;
      const to = write(sessionToken, new Date(now + deps.maxAge * 1000));
      remember(recent, sessionToken, { from, to });
      return to;
    },
  };
}

function remember(recent: Map<string, Extension>, token: string, extension: Extension): void {
  recent.delete(token);
  recent.set(token, extension);
  const [oldest] = recent.keys();
  if (recent.size > remembered && oldest !== undefined) recent.delete(oldest);
}
