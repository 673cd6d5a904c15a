import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { cookieHeaderAfter } from "../visit/cookie-header.js";

/** The session and cookies of one request. */
interface Visit {
  readonly headers: Headers;
  session?: Promise<Session | null>;
}

/**
 * Remembers the session of a request and the cookies set during it: it's read once, however many
 * components call `auth()`, and after a sign-in they get the new one. Keyed by the headers object,
 * which Next.js returns to all callers in a request.
 */
export function createVisits() {
  const visits = new WeakMap<Headers, Visit>();
  const visitOf = (headers: Headers): Visit => visits.get(headers) ?? { headers };

  return {
    /** The request's headers, with the cookies that were set during the request. */
    headersOf: (headers: Headers): Headers => visitOf(headers).headers,
    session(headers: Headers, read: (current: Headers) => Promise<Session | null>) {
      const visit = visitOf(headers);
      const session = visit.session ?? read(visit.headers);
      visits.set(headers, { ...visit, session });
      return session;
    },
    /** The session was already read, from another copy of the same headers. */
    known(headers: Headers, session: Session | null): void {
      visits.set(headers, { ...visitOf(headers), session: Promise.resolve(session) });
    },
    /** Cookies were set: later callers see them. */
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
