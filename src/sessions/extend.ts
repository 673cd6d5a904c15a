import { SessionTokenError } from "../errors.js";
import { ofSecrets } from "../state/secrets.js";
import { asError } from "../thrown.js";
import type { AdapterSession } from "../types/adapter.js";
import type { Store } from "../types/store.js";
import type { SessionDeps } from "./contract.js";
import type { KeptSession } from "./hooks.js";
import { lastsFor, spanOf } from "./lifetime.js";

const remembered = 1000;

interface Extension {
  readonly from: number;
  readonly to: Promise<Date | null>;
}

/** Whoever reads the same sessions shares them, also with a configuration object for each request. */
const extensions = ofSecrets(() => new Map<string, Extension>());

/**
 * Extends sessions, each at most once per `updateAge`. Requests that read the same row side by side
 * share one write: an expiry is extended from a given value only once.
 */
export function createExtender(
  deps: Pick<SessionDeps, "maxAge" | "updateAge" | "hooks" | "logger" | "keys">,
  store: Store,
) {
  const recent = extensions(deps.keys);

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

  const isDue = ({ expires }: AdapterSession, now: number, kept?: KeptSession): boolean => {
    const { maxAge, updateAge } = spanOf(deps, kept?.facts);
    return expires.getTime() - maxAge * 1000 + updateAge * 1000 <= now;
  };

  return {
    isDue,
    /** The new expiry, or null when it stays as it is: at once, since that is what most reads get. */
    extend(session: AdapterSession, now: number, kept?: KeptSession): Promise<Date | null> | null {
      if (!isDue(session, now, kept)) return null;
      const { sessionToken } = session;
      const from = session.expires.getTime();
      const until = now + lastsFor(deps, kept, now) * 1000;
      // It ends for good soon: nothing is left to add.
      if (until <= from) return null;
      const earlier = recent.get(sessionToken);
      if (earlier?.from === from) return earlier.to;
      const to = write(sessionToken, new Date(until));
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
