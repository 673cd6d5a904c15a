import type { ResponseCookie } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import { headersAfter } from "../visit/cookie-header.js";

/** Places where Next.js has no request, matched by its error message, and what to do there. */
const refusals: readonly (readonly [place: RegExp, cure: string])[] = [
  [
    /"use cache"/,
    'auth() can\'t be called inside "use cache", because what is cached is shown to everyone. Call auth() outside and pass what you need as an argument, or write "use cache: private".',
  ],
  [
    /unstable_cache\(/,
    "auth() can't be called inside unstable_cache(), because what is cached is shown to everyone. Call auth() outside and pass what you need as an argument.",
  ],
  [
    /after\(\)/,
    "auth() can't be called inside after() while a page is rendered. Call auth() before after(), and use the session in it.",
  ],
];

/**
 * The headers of the current request. Outside of a request, Next.js shows its own error even if
 * another is thrown, so its message is extended with what to do.
 */
export async function incomingHeaders(): Promise<Headers> {
  const { headers } = await import("next/headers.js");
  try {
    return await headers();
  } catch (error) {
    if (error instanceof Error) {
      const [, cure] = refusals.find(([place]) => place.test(error.message)) ?? [];
      if (cure !== undefined && !error.message.startsWith(cure)) {
        error.message = `${cure} (${error.message})`;
      }
    }
    throw error;
  }
}

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
      visits.set(headers, { headers: headersAfter(visitOf(headers).headers, cookies) });
    },
  };
}

export type Visits = ReturnType<typeof createVisits>;
