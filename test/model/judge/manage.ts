import { parseObject } from "../../../src/core/values/json.js";
import type { Exchange } from "../answer.js";
import { cookies, type Delivered, type Errand } from "../message.js";
import { isLive, isSealed, type ModelSession, type State } from "../state.js";
import { liveSession } from "./session.js";
import { accept, type Verdict } from "./verdict.js";

/** Milliseconds by which the note of a session may be behind it. */
const behind = 61_000;

/** What the application does for its users. */
export function judgeErrand(state: State, sent: Delivered, errand: Errand): Verdict {
  return accept("managed", "the application asks", () => {
    if (errand.do === "end") end(state, [named(state, sent, errand.session)]);
    if (errand.do === "end-all") end(state, ofUser(state, errand.user));
    if (errand.do !== "end-others") return;
    const spared = named(state, sent, errand.session);
    if (!spared) return;
    end(
      state,
      ofUser(state, spared.user).filter(({ of }) => of !== spared.of),
    );
  });
}

/** The session that a cookie stands for, if it can be used. */
function named(state: State, sent: Delivered, session: string): ModelSession | undefined {
  const cookie = `${cookies.session}=${encodeURIComponent(session)}`;
  return liveSession(state, { ...sent, cookie });
}

function ofUser({ sessions }: State, user: string): ModelSession[] {
  return [...sessions.values()].filter((session) => session.user === user);
}

function end({ over }: State, sessions: readonly (ModelSession | undefined)[]): void {
  for (const session of sessions) if (session) over.add(session.of);
}

/** What is wrong with a list of somebody's sessions; undefined when nothing is. */
export function findWrongInList(
  state: State,
  { sent, answer }: Pick<Exchange, "sent" | "answer">,
): string | undefined {
  const { about, at } = sent;
  if (about.kind !== "manage" || about.errand.do !== "list") return undefined;
  const ids = parseObject(answer.body)?.["ids"];
  const listed: readonly unknown[] = Array.isArray(ids) ? ids : [];
  const mine = ofUser(state, about.errand.user);
  const nameOf = ({ of }: ModelSession) => state.noted.get(of);
  const wanted = mine.filter(
    (session) => isLive(state, session, at) && session.expires - behind > at,
  );
  const missing = wanted.map(nameOf).find((id) => id !== undefined && !listed.includes(id));
  if (missing !== undefined) return "a list without a session that is alive";
  const allowed = mine.filter((session) => !state.over.has(session.of) && isSealed(session, at));
  const known = new Set<unknown>(allowed.map(nameOf));
  return listed.every((id) => known.has(id)) ? undefined : "a list with a session that is over";
}
