import { setValue } from "../answer.js";
import { cookieOf, cookies, type Delivered } from "../message.js";
import {
  isLive,
  sessionIsRenewedAfter,
  sessionLasts,
  type ModelSession,
  type State,
} from "../state.js";
import { accept, type Verdict } from "./verdict.js";

/** The session that a request names, if it can be used. */
function liveSession(state: State, sent: Delivered): ModelSession | undefined {
  const session = state.sessions.get(cookieOf(sent, cookies.session));
  return session && isLive(state, session, sent.at) ? session : undefined;
}

/** Who is signed in. */
export function current(state: State, sent: Delivered): string | null {
  return liveSession(state, sent)?.user ?? null;
}

/** Whether a form comes from a page of the site, sent by the browser that the page was made for. */
export function isOwnForm(state: State, sent: Delivered): boolean {
  if (sent.headers["sec-fetch-site"] === "cross-site") return false;
  const value = cookieOf(sent, cookies.csrf);
  return state.csrf.has(value) && value.split("|")[0] === sent.fields?.["csrfToken"];
}

/** Somebody is signed in by this request: there is a new session, and the former one is over. */
export function startSession(
  state: State,
  sent: Delivered,
  { user, value }: { user: string; value: string },
): void {
  const former = state.sessions.get(cookieOf(sent, cookies.session));
  if (former && state.strategy === "database") former.ended = true;
  const { at } = sent;
  const expires = at + sessionLasts * 1000;
  state.sessions.set(value, { user, issued: at, expires, ended: false });
}

export function judgeRead(state: State, sent: Delivered): Verdict {
  const session = liveSession(state, sent);
  if (!session) {
    const because = "the request names no session that can be used";
    return { ...accept("read", because), who: null, renews: "never" };
  }
  return {
    ...accept("read", "the session is alive"),
    who: session.user,
    renews: renewal(state, session, sent),
    settle: (_ending, answer) => {
      const value = setValue(answer, cookies.session);
      if (value) renew(state, session, { value, at: sent.at });
    },
  };
}

/** "may": others who read it at the same moment share one extension. */
function renewal(
  state: State,
  session: ModelSession,
  sent: Delivered,
): NonNullable<Verdict["renews"]> {
  if (state.strategy === "jwt" && sent.about.kind === "update") return "must";
  if (session.issued + sessionIsRenewedAfter * 1000 <= sent.at) return "must";
  return state.strategy === "database" && session.issued === sent.at ? "may" : "never";
}

function renew(
  state: State,
  session: ModelSession,
  { value, at }: { value: string; at: number },
): void {
  const expires = at + sessionLasts * 1000;
  if (state.strategy === "database") Object.assign(session, { issued: at, expires });
  else state.sessions.set(value, { user: session.user, issued: at, expires, ended: false });
}

export function judgeSignOut(state: State, sent: Delivered): Verdict {
  return accept("signed-out", "it is a form of the site", () => {
    const session = state.sessions.get(cookieOf(sent, cookies.session));
    if (session && state.strategy === "database") session.ended = true;
  });
}
