import type { AdapterSession } from "../../types/adapter.js";
import type { Store } from "../../types/store.js";
import { asError } from "../errors/as-error.js";
import { SessionTokenError } from "../errors/errors.js";
import { ofSecrets } from "../state/secrets.js";
import { setNewest } from "../values/newest.js";
import type { SessionDeps } from "./contract.js";
import type { KeptSession } from "./hooks.js";
import { lastsFor, spanOf } from "./lifetime.js";

const remembered = 1000;

interface Extension {
  readonly from: number;
  readonly to: Promise<Date | null>;
}

/** Shared by everyone who reads the same sessions, even with a configuration object per request. */
const extensions = ofSecrets(() => new Map<string, Extension>());

/** Extends sessions, each at most once per `updateAge`. Concurrent requests that read the same row share one write. */
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
      const message = "The session couldn't be extended; it stays valid until its old expiry.";
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
    /** The new expiry, or null if it stays. Synchronous, because that's the case for most reads. */
    extend(session: AdapterSession, now: number, kept?: KeptSession): Promise<Date | null> | null {
      if (!isDue(session, now, kept)) return null;
      const { sessionToken } = session;
      const from = session.expires.getTime();
      const until = now + lastsFor(deps, kept, now) * 1000;
      // It's close to its final end, so there's nothing to extend.
      if (until <= from) return null;
      const earlier = recent.get(sessionToken);
      if (earlier?.from === from) return earlier.to;
      const to = write(sessionToken, new Date(until));
      setNewest(recent, [sessionToken, { from, to }], remembered);
      return to;
    },
  };
}
