import type { Keeper } from "../../src/sessions/keeper.js";
import { began, sessionsWorld } from "./sessions-world.js";

/** When the first one begins, in seconds since 1970. */
export const seconds = began / 1000;
/** The id of the session that begins so many-th. */
export const sid = (count: number) => `session-${count}`.padEnd(22, "x");
/** The id of one from before sessions had any. */
export const adopted = "adopted".padEnd(22, "x");

/** Keeps track of sessions as it is told to, and notes what it was asked. */
function keeping(change: Partial<Keeper> = {}) {
  const asked: [string, unknown][] = [];
  const ended = new Set<string>();
  const tell = (name: string, given: unknown) => Promise.resolve(void asked.push([name, given]));
  let begun = 0;
  const unused = () => Promise.reject(new Error("not asked here"));
  const keeper: Keeper = {
    revocable: true,
    listed: true,
    begin: ({ account }, { now, untilClosed }) =>
      Promise.resolve({
        sid: sid((begun += 1)),
        authTime: now / 1000,
        provider: account.provider,
        ...(untilClosed && { untilClosed }),
      }),
    adopt: (token, authTime) => {
      asked.push(["adopt", { token, authTime }]);
      return Promise.resolve({ sid: adopted, authTime, adopted: true });
    },
    admit: (facts, userId) => {
      asked.push(["admit", { sid: facts.sid, userId }]);
      return Promise.resolve({ ...facts, epoch: "e1" });
    },
    isEnded: ({ facts, userId }) => {
      asked.push(["isEnded", { sid: facts.sid, userId }]);
      return ended.has(facts.sid);
    },
    wasEnded: ({ facts, userId }) => {
      asked.push(["wasEnded", { sid: facts.sid, userId }]);
      return Promise.resolve(ended.has(facts.sid));
    },
    note: ({ context: _, ...noting }) => tell("note", noting),
    noteAgain: ({ context: _, ...noting }) => tell("noteAgain", noting),
    end: ({ sid: one }) => {
      ended.add(one);
      return tell("end", one);
    },
    find: () => Promise.resolve(undefined),
    endAll: unused,
    endAtProvider: unused,
    noteAtProvider: unused,
    isNotedAt: unused,
    list: unused,
    isOf: unused,
    ...change,
  };
  const of = (...names: string[]) => asked.filter(([name]) => names.includes(name));
  return { keeper, ended, of };
}

type Options = Parameters<typeof sessionsWorld>[0];

/** Sessions of one browser, of which track is kept. */
export function keptWorld({
  change,
  ...options
}: { change?: Partial<Keeper> } & Omit<Options, "change">) {
  const kept = keeping(change);
  return { ...kept, ...sessionsWorld({ ...options, keeper: kept.keeper }) };
}

/** What is known at a moment of the session that the browser has. */
export const about = ({ request, sessions }: ReturnType<typeof sessionsWorld>, moment: number) =>
  request(moment, (context) => sessions.about(context));
