import { adoptedFacts } from "../../src/core/sessions/begin-facts.js";
import type { FoldedHooks } from "../../src/core/sessions/hooks.js";
import { began, sessionsWorld } from "./sessions-world.js";

/** When the first one begins, in seconds since 1970. */
export const seconds = began / 1000;

/** Takes part in sessions as it is told to, and notes what it was asked. */
function hooking(change: Partial<FoldedHooks> = {}) {
  const asked: [string, unknown][] = [];
  const ended = new Set<string>();
  const sids: string[] = [];
  const tell = (name: string, given: unknown) => Promise.resolve(void asked.push([name, given]));
  const hooks: FoldedHooks = {
    issue: ({ facts, userId }) => {
      if (!facts.adopted) sids.push(facts.sid);
      asked.push(["issue", { sid: facts.sid, userId }]);
      return Promise.resolve({ ...facts, plugins: { mine: { epoch: "e1" } } });
    },
    issued: (session, { now: _, ...written }, was) => tell(was, { ...session, ...written }),
    check: ({ facts, userId }) => {
      asked.push(["check", { sid: facts.sid, userId }]);
      return !ended.has(facts.sid);
    },
    checkNow: ({ facts, userId }) => {
      asked.push(["checkNow", { sid: facts.sid, userId }]);
      return Promise.resolve(!ended.has(facts.sid));
    },
    endsBy: null,
    read: null,
    end: (one) => {
      ended.add(one);
      return tell("end", one);
    },
    endAll: null,
    ...change,
  };
  const of = (...names: string[]) => asked.filter(([name]) => names.includes(name));
  /** The id of the session that began so many-th. */
  const sid = (count: number) => sids[count - 1] ?? "none";
  return { hooks, ended, of, sid };
}

type Options = Parameters<typeof sessionsWorld>[0];

/** Sessions of one browser, in which a plugin takes part. */
export function keptWorld({
  change,
  ...options
}: { change?: Partial<FoldedHooks> } & Omit<Options, "change">) {
  const kept = hooking(change);
  const world = sessionsWorld({ ...options, hooks: kept.hooks });
  /** The id of a session that is older than the plugin. */
  const adopted = async (token: string) => (await adoptedFacts(world.keys, token, 0)).sid;
  return { ...kept, ...world, adopted };
}

/** What is known at a moment of the session that the browser has. */
export const about = ({ request, sessions }: ReturnType<typeof sessionsWorld>, moment: number) =>
  request(moment, (context) => sessions.about(context));
