import { setValue, type Answer } from "../answer.js";
import { cookieOf, cookies, type Delivered } from "../message.js";
import {
  isLive,
  isSealed,
  proofIsKnownAfter,
  sessionIsRenewedAfter,
  sessionLasts,
  signOutIsRemembered,
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
  const isSignedOut = [own, newest].some((one) => one && wasSignedOut(state, sent, one));
  if (isSignedOut) return undefined;
  return newest && isSealed(newest, sent.at) ? newest : own;
}

function wasSignedOut({ signedOut }: State, sent: Delivered, { token }: ModelSession): boolean {
  const at = signedOut.get(placeOf(sent, token));
  return at !== undefined && sent.at - at < signOutIsRemembered * 1000;
}

/** What processes remember of tokens, each remembers for itself. */
const placeOf = ({ process = 0 }: Delivered, token: string) => `${process} ${token}`;

/** The same, if it can be used. */
export function liveSession(state: State, sent: Delivered): ModelSession | undefined {
  const session = openSession(state, sent);
  if (!session || isRefused(state, sent, session)) return undefined;
  return isLive(state, session, sent.at) ? session : undefined;
}

/** Whether it began unproven, somebody else has proven the address since, and the process that is asked knows. */
function isRefused(state: State, sent: Delivered, { user, unproven }: ModelSession): boolean {
  const proven = unproven && state.strategy === "jwt" ? state.proven.get(user) : undefined;
  if (!proven) return false;
  const isKnown = proven.process === (sent.process ?? 0) || state.aware.has(placeOf(sent, user));
  return isKnown || sent.at - proven.at >= proofIsKnownAfter * 1000;
}

/** A process that looked a moment ago doesn't look again: whether it knows already is told by what it answers. */
export function outlooks(state: State, sent: Delivered): readonly State[] {
  const { about } = sent;
  const isErrand = about.kind === "manage" && "session" in about.errand;
  const token = isErrand ? about.errand.session : cookieOf(sent, cookies.session);
  const session = state.sessions.get(token);
  if (!session?.unproven || !state.proven.has(session.user)) return [state];
  if (isRefused(state, sent, session)) return [state];
  const aware = structuredClone(state);
  aware.aware.add(placeOf(sent, session.user));
  return [state, aware];
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
  // Whoever knows a password is told apart by it alone.
  const unproven = sent.about.kind !== "credentials" && !state.users.get(given.user)?.verified;
  addSession(state, sent, { ...given, of: given.value, unproven });
}

/** Whoever is signed in has linked an account, and is given a token that knows of it. */
export function goOnSession(state: State, sent: Delivered, given: Given): void {
  const { of, unproven = false } = liveSession(state, sent) ?? {};
  // One that began unproven has an id from the start.
  const isNamed = state.revocable || unproven;
  addSession(state, sent, { ...given, of: isNamed && of ? of : given.value, unproven });
}

function addSession(
  state: State,
  { at }: Delivered,
  { value: token, sid, ...given }: Given & Pick<ModelSession, "of" | "unproven">,
): void {
  const expires = at + sessionLasts * 1000;
  const plain = !state.revocable;
  state.sessions.set(token, { ...given, token, plain, issued: at, expires, ended: false });
  if (sid !== undefined) state.noted.set(given.of, sid);
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
  // One of before there were ids gets its own. One that began unproven has it already.
  if (state.strategy === "jwt" && state.revocable && session.plain) {
    return session.unproven ? "may" : "must";
  }
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
  const { user, unproven } = session;
  const place = placeOf(sent, session.token);
  const family = state.families.get(place) ?? place;
  for (const token of [session.token, value]) state.families.set(placeOf(sent, token), family);
  state.newest.set(family, value);
  const of = state.revocable || unproven ? session.of : value;
  addSession(state, sent, { user, value, sid, of, unproven });
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
    if (!session || state.strategy === "database") return;
    for (const token of [session.token, cookieOf(sent, cookies.session)]) {
      state.signedOut.set(placeOf(sent, token), sent.at);
    }
  });
}
