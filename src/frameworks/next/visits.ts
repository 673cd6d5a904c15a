import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { cookieHeaderAfter } from "../visit/cookie-header.js";

/** What one request knows of its session. */
interface Visit {
  readonly headers: Headers;
  session?: Promise<Session | null>;
}

/**
 * Remembers, for as long as a request lasts, its session and the cookies that were set in its course:
 * however many components ask, the session is read once, and after a sign-in it is the new one.
 * Next.js gives the same headers object to everybody who asks in the course of a request.
 */
export function createVisits() {
  const visits = new WeakMap<Headers, Visit>();
  const visitOf = (headers: Headers): Visit => visits.get(headers) ?? { headers };

  return {
    /** The headers of the request, with the cookies as they are by now. */
    headersOf: (headers: Headers): Headers => visitOf(headers).headers,
    session(headers: Headers, read: (current: Headers) => Promise<Session | null>) {
      const visit = visitOf(headers);
      const session = visit.session ?? read(visit.headers);
      visits.set(headers, { ...visit, session });
      return session;
    },
    /** The session was read already, from another copy of the same headers. */
    known(headers: Headers, session: Session | null): void {
      visits.set(headers, { ...visitOf(headers), session: Promise.resolve(session) });
    },
    /** Cookies were set: whoever asks from now on sees them. */
    changed(headers: Headers, cookies: readonly ResponseCookie[]): void {
      const current = new Headers([...visitOf(headers).headers]);
      const cookie = cookieHeaderAfter(current.get("cookie"), cookies);
      if (cookie === null) current.delete("cookie");
      else current.set("cookie", cookie);
      visits.set(headers, { headers: current });
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
