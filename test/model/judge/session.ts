import { setValue, type Answer } from "../answer.js";
import { cookieOf, cookies, type Delivered } from "../message.js";
import {
  isLive,
  isSealed,
  sessionIsRenewedAfter,
  sessionLasts,
  type ModelSession,
  type State,
} from "../state.js";
import { accept, type Verdict } from "./verdict.js";

/**
 * The session that a request names, whether or not it was ended: with tokens the one that has taken the
 * place of the one that was sent, as far as the process knows that is asked.
 */
function openSession(state: State, sent: Delivered): ModelSession | undefined {
  const own = state.sessions.get(cookieOf(sent, cookies.session));
  if (!own || state.strategy === "database") return own;
  if (!isSealed(own, sent.at)) return undefined;
  const family = state.families.get(placeOf(sent, own.token));
  const newest = state.sessions.get(state.newest.get(family ?? "") ?? "");
  return newest && isSealed(newest, sent.at) ? newest : own;
}

/** What processes remember of tokens, each remembers for itself. */
const placeOf = ({ process = 0 }: Delivered, token: string) => `${process} ${token}`;

/** The same, if it can be used. */
export function liveSession(state: State, sent: Delivered): ModelSession | undefined {
  const session = openSession(state, sent);
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

/** What a session is that a response has set. */
interface Given {
  readonly user: string;
  readonly value: string;
  readonly sid: string | undefined;
}

/** Somebody is signed in by this request: there is a new session, and the former one is over. */
export function startSession(state: State, sent: Delivered, given: Given): void {
  const former = openSession(state, sent);
  if (former && state.strategy === "database") former.ended = true;
  if (former && state.revocable) state.over.add(former.of);
  addSession(state, sent, { ...given, of: given.value });
}

/** Whoever is signed in has linked an account, and is given a token that knows of it. */
export function goOnSession(state: State, sent: Delivered, given: Given): void {
  const { of } = liveSession(state, sent) ?? {};
  addSession(state, sent, { ...given, of: state.revocable && of ? of : given.value });
}

function addSession(
  state: State,
  { at }: Delivered,
  { user, value, sid, of }: Given & { readonly of: string },
): void {
  const expires = at + sessionLasts * 1000;
  const plain = !state.revocable;
  state.sessions.set(value, { user, token: value, of, plain, issued: at, expires, ended: false });
  if (sid !== undefined) state.noted.set(of, sid);
}

export function judgeRead(state: State, sent: Delivered): Verdict {
  const session = liveSession(state, sent);
  if (!session) {
    const because = "the request names no session that can be used";
    return { ...accept("read", because), who: null, renews: "never" };
  }
  const isOwn = session.token === cookieOf(sent, cookies.session);
  return {
    ...accept("read", "the session is alive"),
    who: session.user,
    // Whoever comes with a token that was replaced is sent the newest.
    renews: isOwn ? renewal(state, session, sent) : "must",
    settle: (_ending, answer) => {
      const value = setValue(answer, cookies.session);
      if (value) renew(state, { session, sent }, { value, sid: answer.sid });
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
  // One of before there were ids gets its own, unless it began with an address that nobody had proven: then it has one.
  if (state.strategy === "jwt" && state.revocable && session.plain) return "may";
  if (session.issued + sessionIsRenewedAfter * 1000 <= sent.at) return "must";
  return state.strategy === "database" && session.issued === sent.at ? "may" : "never";
}

function renew(
  state: State,
  { session, sent }: { session: ModelSession; sent: Delivered },
  { value, sid }: { value: string; sid: string | undefined },
): void {
  const { at } = sent;
  const expires = at + sessionLasts * 1000;
  if (state.strategy === "database") {
    Object.assign(session, { issued: at, expires });
    if (sid !== undefined) state.noted.set(session.of, sid);
  }
  if (state.sessions.has(value)) return;
  const { user } = session;
  const place = placeOf(sent, session.token);
  const family = state.families.get(place) ?? place;
  for (const token of [session.token, value]) state.families.set(placeOf(sent, token), family);
  state.newest.set(family, value);
  addSession(state, sent, { user, value, sid, of: state.revocable ? session.of : value });
}

/** The session of a request whose token has no id yet, and may get one, or the one that others got for it. */
export function findAdoptable(state: State, sent: Delivered): ModelSession | undefined {
  const own = state.sessions.get(cookieOf(sent, cookies.session));
  if (!own?.plain || !state.revocable || state.strategy !== "jwt") return undefined;
  return liveSession(state, sent);
}

/** It has got an id if the cookie says so. */
export function adopt(
  state: State,
  found: { session: ModelSession; sent: Delivered },
  answer: Answer,
): void {
  const value = setValue(answer, cookies.session);
  if (value) renew(state, found, { value, sid: answer.sid });
}

export function judgeSignOut(state: State, sent: Delivered): Verdict {
  return accept("signed-out", "it is a form of the site", () => {
    const session = openSession(state, sent);
    if (session && state.strategy === "database") session.ended = true;
    if (session && state.revocable) state.over.add(session.of);
  });
}
