import type { Awaitable } from "../../types/common.js";
import type {
  EndedSessions,
  Facts,
  Issued,
  Owned,
  SessionHooks,
  SparedSession,
} from "../../types/session-hooks.js";
import { isPromise } from "../async/deadline.js";
import { asError } from "../errors/as-error.js";
import { AuthError, SessionUnavailable } from "../errors/errors.js";
import { RequestProblem } from "../http/request-problem.js";
import type { SessionFacts } from "./facts.js";

/** A session, and its user's id as the app knows it. */
export interface KeptSession {
  readonly facts: SessionFacts;
  readonly userId: string | null;
}

/** A session that was written, for plugins that keep track. */
export type Written = Pick<Issued, "now" | "expires" | "key" | "client">;

/** The session hooks of all plugins. A hook that no plugin has is null. */
export interface FoldedHooks {
  /** The session's facts with those of the plugins. */
  readonly issue: ((session: KeptSession) => Promise<SessionFacts>) | null;
  readonly issued:
    | ((session: KeptSession, written: Written, was: "started" | "renewed") => Promise<void>)
    | null;
  readonly check: ((session: KeptSession, now: number) => Awaitable<boolean>) | null;
  readonly checkNow: ((session: KeptSession) => Promise<boolean>) | null;
  readonly endsBy: ((session: KeptSession) => number) | null;
  /** What plugins add to it. */
  readonly read: ((session: KeptSession) => Awaitable<object>) | null;
  readonly end: ((sid: string) => Promise<void>) | null;
  /** Resolves to whether all of them have ended. */
  readonly endAll: ((userId: string, which: EndedSessions) => Promise<boolean>) | null;
}

/** The hooks of one plugin. */
export interface NamedHooks {
  readonly name: string;
  readonly hooks: SessionHooks;
}

interface NamedCall<Name extends keyof SessionHooks> {
  readonly name: string;
  readonly call: NonNullable<SessionHooks[Name]>;
}

/** Combines each hook into one function, once. Null if no plugin has session hooks. */
export function foldSessionHooks(all: readonly NamedHooks[]): FoldedHooks | null {
  if (all.length === 0) return null;
  return {
    issue: orNull(callsOf(all, "issue"), foldIssue),
    issued: orNull(callsOf(all, "issued"), foldIssued),
    check: orNull(callsOf(all, "check"), foldCheck),
    checkNow: orNull(callsOf(all, "checkNow"), foldCheckNow),
    endsBy: orNull(
      callsOf(all, "endsBy"),
      (calls) => (session) =>
        Math.min(...calls.map(({ name, call }) => call(ownedOf(name, session)))),
    ),
    read: orNull(callsOf(all, "read"), foldRead),
    end: orNull(callsOf(all, "end"), (calls) => async (sid) => {
      for (const { call } of calls) await call(sid);
    }),
    endAll: orNull(callsOf(all, "endAll"), foldEndAll),
  };
}

function callsOf<Name extends keyof SessionHooks>(
  all: readonly NamedHooks[],
  hook: Name,
): readonly NamedCall<Name>[] {
  const found: NamedCall<Name>[] = [];
  for (const { name, hooks } of all) {
    const call = hooks[hook];
    if (call !== undefined) found.push({ name, call });
  }
  return found;
}

function orNull<Calls extends readonly unknown[], Folded>(
  calls: Calls,
  fold: (calls: Calls) => Folded,
): Folded | null {
  return calls.length > 0 ? fold(calls) : null;
}

const noFacts: Facts = {};

/** A session as one plugin sees it. */
function ownedOf(plugin: string, { facts, userId }: KeptSession): Owned {
  const { sid, authTime, provider, method, bothFactors, atProvider, adopted, plugins } = facts;
  return {
    ...{ sid, userId, authTime, provider, method, bothFactors, atProvider, adopted },
    facts: plugins?.[plugin] ?? noFacts,
  };
}

/** Facts are sent with every request, and become part of stored session tokens. */
const nameForm = /^[\w-]{1,16}$/;
const factForm = /^[\w-]{0,64}$/;

function foldIssue(calls: readonly NamedCall<"issue">[]): FoldedHooks["issue"] {
  return async (session) => {
    const plugins: Record<string, Facts> = {};
    for (const { name, call } of calls) {
      const facts = await call(ownedOf(name, session));
      if (Object.keys(facts).length === 0) continue;
      assertShort(name, facts);
      plugins[name] = facts;
    }
    return Object.keys(plugins).length > 0 ? { ...session.facts, plugins } : session.facts;
  };
}

function assertShort(plugin: string, facts: Facts): void {
  const odd = Object.entries(facts).find(
    ([name, text]) => !nameForm.test(name) || !factForm.test(text),
  );
  if (!odd) return;
  throw new AuthError(
    `The plugin ${JSON.stringify(plugin)} can't store ${JSON.stringify(odd[0])} in sessions. A fact has at most 64 letters, digits, "-" and "_". Store longer values in a table or in shared state.`,
  );
}

function foldIssued(calls: readonly NamedCall<"issued">[]): FoldedHooks["issued"] {
  return async (session, written, was) => {
    for (const { name, call } of calls) await call({ ...ownedOf(name, session), ...written }, was);
  };
}

function foldCheck(calls: readonly NamedCall<"check">[]): FoldedHooks["check"] {
  return (session, now) =>
    inTurn(
      calls,
      true,
      (isGood, { name, call }) =>
        isGood && orUnknown(name, "check", () => call(ownedOf(name, session), now)),
    );
}

/** Awaits only if needed: this runs at every read. */
function inTurn<T, Result>(
  [one, ...others]: readonly T[],
  before: Result,
  next: (before: Result, one: T) => Awaitable<Result>,
): Awaitable<Result> {
  if (one === undefined) return before;
  const after = next(before, one);
  return isPromise(after)
    ? after.then((known) => inTurn(others, known, next))
    : inTurn(others, after, next);
}

/** If a plugin fails, the session's status is unknown. */
function orUnknown<T>(
  plugin: string,
  did: "check" | "read",
  call: () => Awaitable<T>,
): Awaitable<T> {
  const failed = throwUnknown(plugin, did);
  try {
    const known = call();
    return isPromise(known) ? known.then(undefined, failed) : known;
  } catch (error) {
    return failed(error);
  }
}

function foldCheckNow(calls: readonly NamedCall<"checkNow">[]): FoldedHooks["checkNow"] {
  return async (session) => {
    for (const { name, call } of calls) {
      if (!(await call(ownedOf(name, session)).catch(throwUnknown(name, "check")))) return false;
    }
    return true;
  };
}

/** If a plugin fails, the session's status is unknown, so nobody is signed out. */
function throwUnknown(plugin: string, did: "check" | "read"): (error: unknown) => never {
  return (error) => {
    if (error instanceof AuthError || error instanceof RequestProblem) throw error;
    const message = `The plugin ${JSON.stringify(plugin)} failed to ${did} a session.`;
    throw new SessionUnavailable(message, { err: asError(error) });
  };
}

function foldRead(calls: readonly NamedCall<"read">[]): FoldedHooks["read"] {
  return (session) =>
    inTurn(calls, {}, (before, { name, call }) => {
      const read = orUnknown(name, "read", () => call(ownedOf(name, session)));
      return isPromise(read)
        ? read.then((added) => ({ ...before, ...added }))
        : { ...before, ...read };
    });
}

function foldEndAll(calls: readonly NamedCall<"endAll">[]): FoldedHooks["endAll"] {
  return async (userId, { except, startedWith }) => {
    let isAll = false;
    for (const { name, call } of calls) {
      const ended = await call(userId, { startedWith, except: sparedBy(name, except) });
      isAll ||= ended === "all";
    }
    return isAll;
  };
}

function sparedBy(plugin: string, except: SparedSession | undefined) {
  if (except?.sid === undefined) return undefined;
  const { sid, provider, facts } = except;
  // Read from the session itself: the absence of facts is meaningful, too.
  return { sid, provider, ...(facts && { facts: facts[plugin] ?? noFacts }) };
}
