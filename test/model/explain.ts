import { endingOf, readerOf, setValue, type Ending, type Exchange } from "./answer.js";
import { judge } from "./judge/index.js";
import { findWrongInList } from "./judge/manage.js";
import { outlooks } from "./judge/session.js";
import { pendingToken } from "./judge/mail.js";
import type { Verdict } from "./judge/verdict.js";
import { cookieOf, cookies } from "./message.js";
import { fingerprint, type State } from "./state.js";
import { Violation, type Invariant } from "./violation.js";

/** More would mean that the model no longer knows what it says. */
const mostPossible = 64;

/**
 * The states that explain the answers: requests that were under way at the same time must have come
 * to what they come to in some order, one after the other. Throws when no order explains them.
 */
export function explain(possible: readonly State[], exchanges: readonly Exchange[]): State[] {
  const complaints: Violation[] = [];
  let paths: readonly Path[] = possible.map((state) => ({ state, left: exchanges }));
  for (let length = 0; length < exchanges.length; length++) {
    const steps = paths.flatMap((path) =>
      nextOf(path).flatMap((exchange) =>
        outlooks(path.state, exchange.sent).map((state) =>
          stepOn({ ...path, state }, exchange, exchanges),
        ),
      ),
    );
    complaints.push(...steps.filter((step) => step instanceof Violation));
    paths = distinct(steps.flatMap((step) => (step instanceof Violation ? [] : [step])));
  }
  const followed = paths;
  paths = paths.filter(({ state }) =>
    exchanges.every((exchange) => isOverAsSeen(state, exchange, exchanges)),
  );
  if (paths.length === 0 && followed.length > 0) {
    throw new Violation("nobody gets a session without proof", "a new session is nobody's");
  }
  // The last one is of the order that could be followed furthest.
  const complaint = complaints.at(-1);
  if (paths.length === 0 && complaint) throw complaint;
  return paths.slice(0, mostPossible).map(({ state }) => state);
}

/**
 * Whoever first proves an address ends the sessions of its user, also one that was given just now. And where
 * all others of a user are being ended, one that begins meanwhile may be taken for one of them.
 */
function isOverAsSeen(state: State, exchange: Exchange, all: readonly Exchange[]): boolean {
  const { answer } = exchange;
  if (endingOf(exchange) !== "signed-in" || answer.holder !== null) return true;
  const given = state.sessions.get(setValue(answer, cookies.session) ?? "");
  if (!given) return false;
  if (given.ended || state.over.has(given.of)) return true;
  if (given.unproven && state.proven.has(given.user)) return true;
  if (!all.some((other) => endsOthersOf(state, given.user, other))) return false;
  state.over.add(given.of);
  return true;
}

function endsOthersOf({ sessions }: State, user: string, { sent }: Exchange): boolean {
  const { about } = sent;
  if (about.kind !== "manage" || about.errand.do !== "end-others") return false;
  return sessions.get(about.errand.session)?.user === user;
}

/** An order that was followed for a while: where it led, and what comes after. */
interface Path {
  readonly state: State;
  readonly left: readonly Exchange[];
}

/** What may come next. Pages change nothing, so that they may as well come first. */
function nextOf({ left }: Path): readonly Exchange[] {
  const page = left.find((exchange) => endingOf(exchange) === "shown");
  return page ? [page] : left;
}

/** Follows an order with one more exchange, unless that can't have come next. */
function stepOn(path: Path, exchange: Exchange, all: readonly Exchange[]): Path | Violation {
  // Only one order leads on from here: the state it came from isn't needed any more.
  const state = path.left.length === 1 ? path.state : structuredClone(path.state);
  const verdict = judge(state, exchange.sent);
  // Even a session without an id can be over by now, if something else happened at the same moment.
  const canEnd = state.strategy === "database" || state.revocable || all.length > 1;
  const complaint = compare(state, { ...verdict, canEnd }, exchange);
  if (!complaint) verdict.settle(endingOf(exchange), exchange.answer);
  else if (!isOvertaken(state, exchange, all)) return complaint;
  return { state, left: path.left.filter((other) => other !== exchange) };
}

function distinct(paths: readonly Path[]): Path[] {
  if (paths.length < 2) return [...paths];
  const keyOf = ({ state, left }: Path) =>
    `${left.map(({ sent }) => sent.number).join()} ${fingerprint(state)}`;
  return [...new Map(paths.map((path) => [keyOf(path), path])).values()];
}

/**
 * While a mail is being used nobody else finds it, so that another try at the same moment may be
 * refused although it would be accepted before and after.
 */
function isOvertaken(state: State, exchange: Exchange, all: readonly Exchange[]): boolean {
  const token = mailOf(state, exchange);
  if (endingOf(exchange) !== "refused" || token === undefined) return false;
  return all.some((other) => other !== exchange && mailOf(state, other) === token);
}

function mailOf(state: State, { sent }: Exchange): string | undefined {
  const { about } = sent;
  if (about.kind === "link" || about.kind === "press") return about.token;
  return about.kind === "code" ? pendingToken(state, sent) : undefined;
}

function compare(
  state: State,
  verdict: Verdict & { readonly canEnd: boolean },
  exchange: Exchange,
): Violation | undefined {
  const { sent, answer } = exchange;
  const ending = endingOf(exchange);
  const complain = (invariant: Invariant, came: string) =>
    new Violation(
      invariant,
      `${JSON.stringify(sent.about)} came to ${came}, not to ${expected(verdict)}, since ${verdict.because} (${answer.status} ${answer.location ?? answer.body.slice(0, 200)})`,
    );
  if (!verdict.endings.includes(ending)) return complain(accused(ending), ending);
  const isGiven = ending === "read" || ending === "signed-in";
  const adopts = isGiven ? undefined : verdict.adopts;
  const who = adopts ?? verdict.who;
  const wrongList = findWrongInList(state, exchange);
  if (wrongList !== undefined) return complain("the list is the one the model gives", wrongList);
  if (ending === "read") {
    const reader = readerOf(answer);
    if (reader !== who) return complain(accusedOfRead(state, exchange, reader), String(reader));
  }
  const { holder } = answer;
  // A session that was read or given, and ended at the same moment, is nobody's by now.
  const isOver = (isGiven || adopts) && holder === null && verdict.canEnd;
  const isHeldByOther = holder !== undefined && holder !== who && !isOver;
  if (isHeldByOther) return complain("nobody gets a session without proof", `${holder}'s session`);
  const isSet = Boolean(setValue(answer, cookies.session));
  const otherwise = adopts === undefined ? "never" : "may";
  const { renews = ending === "signed-in" ? "must" : otherwise } = verdict;
  if (renews === "may" || isSet === (renews === "must")) return undefined;
  const invariant = isSet
    ? "nobody gets a session without proof"
    : "the answer is the one the model gives";
  return complain(invariant, `${ending}, with the session cookie ${isSet ? "" : "not "}set`);
}

function expected({ endings, who }: Verdict): string {
  return endings.join(" or ") + (who === undefined ? "" : ` as ${String(who)}`);
}

function accused(ending: Ending): Invariant {
  return ending === "signed-in" || ending === "linked"
    ? "nobody gets a session without proof"
    : "the answer is the one the model gives";
}

function accusedOfRead(state: State, { sent }: Exchange, reader: string | null): Invariant {
  const session = state.sessions.get(cookieOf(sent, cookies.session));
  if (reader === null) return "the answer is the one the model gives";
  if (session && state.over.has(session.of)) return "what was ended stays ended";
  return session?.ended ? "sign-out is final" : "nobody gets a session without proof";
}
