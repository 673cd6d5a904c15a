import type { SharedState } from "../../core/state/contract.js";
import { check } from "./check.js";

export type { SharedState, StateWrite } from "../../core/state/contract.js";

/** One case of the suite. */
export interface StateCase {
  /** A sentence. */
  name: string;
  /** Resolves if the state passes, rejects with the difference if not. */
  run(): Promise<void>;
}

/**
 * Returns the compatibility suite for shared state, as a list of named cases for any test runner.
 * Each has its own keys, so all can run on one store, in any order. If you pass several states,
 * which stand for several processes, the races run between them.
 *
 * ```ts
 * for (const { name, run } of stateCases([redisState(client)])) test(name, run);
 * ```
 */
export function stateCases(states: readonly [SharedState, ...SharedState[]]): StateCase[] {
  const [first] = states;
  const many = (index: number) => states[index % states.length] ?? first;
  return [...casesOn(first, plainCases), ...casesOn(many, raceCases)];
}

const casesOn = <Subject>(subject: Subject, cases: Cases<Subject>): StateCase[] =>
  Object.entries(cases).map(([name, run]) => ({
    name,
    run: () => run(subject, `suite:${crypto.randomUUID()}`),
  }));

const racers = 50;

/** By their names. */
type Cases<Subject> = Readonly<Record<string, (subject: Subject, key: string) => Promise<void>>>;

async function read(state: SharedState, key: string): Promise<string | undefined> {
  return (await state.get([key]))[0];
}

/** Waits until an entry of one second has expired, with some clock skew. */
const untilExpired = () => new Promise<void>((wake) => setTimeout(wake, 1_300));

const plainCases: Cases<SharedState> = {
  async "gives what was set, in the order of the keys, and undefined for the rest"(state, key) {
    check(await state.set(`${key}a`, "1", { ttl: 60 }), "set answers true");
    await state.set(`${key}b`, "ü 2", { ttl: 60 });
    const values = await state.get([`${key}b`, `${key}none`, `${key}a`]);
    check(JSON.stringify([...values]) === '["ü 2",null,"1"]', "values come in order");
    check((await state.get([])).length === 0, "no keys give no values");
  },
  async "sets again what was set before"(state, key) {
    await state.set(key, "1", { ttl: 60 });
    check(await state.set(key, "2", { ttl: 60 }), "set answers true");
    check((await read(state, key)) === "2", "the newer value counts");
  },
  async "with ifAbsent sets the first time alone, and tells"(state, key) {
    check(await state.set(key, "1", { ttl: 60, ifAbsent: true }), "the first is written");
    check(!(await state.set(key, "1", { ttl: 60, ifAbsent: true })), "the same is not");
    check(!(await state.set(key, "2", { ttl: 60, ifAbsent: true })), "another is not");
    check((await read(state, key)) === "1", "the first value stays");
  },
  async "takes a value once"(state, key) {
    await state.set(key, "1", { ttl: 60 });
    check((await state.take(key)) === "1", "take gives the value");
    check((await state.take(key)) === undefined, "there is none the second time");
    check((await read(state, key)) === undefined, "it is gone");
  },
  async "counts from one, and goes on"(state, key) {
    check((await state.increment(key, 60)) === 1, "the first count is 1");
    check((await state.increment(key, 60)) === 2, "the second is 2");
    check((await read(state, key)) === "2", "a count can be read");
  },
  async "deletes, also what is not there"(state, key) {
    await state.delete(key);
    await state.set(key, "1", { ttl: 60 });
    await state.delete(key);
    check((await read(state, key)) === undefined, "it is gone");
    check(await state.set(key, "1", { ttl: 60, ifAbsent: true }), "it can be set anew");
  },
  async "forgets what has expired: for get, take, ifAbsent and counts, whose window does not grow"(
    state,
    key,
  ) {
    for (const name of ["get", "take", "absent"]) await state.set(key + name, "1", { ttl: 1 });
    await state.increment(`${key}count`, 1);
    await state.increment(`${key}count`, 60);
    await untilExpired();
    check((await read(state, `${key}get`)) === undefined, "get gives no expired value");
    check((await state.take(`${key}take`)) === undefined, "take gives no expired value");
    const absent = await state.set(`${key}absent`, "2", { ttl: 60, ifAbsent: true });
    check(absent, "what has expired is absent");
    check((await read(state, `${key}absent`)) === "2", "the new value counts");
    check((await state.increment(`${key}count`, 60)) === 1, "a new window begins");
  },
  async "keeps keys apart that differ in case, and takes keys and values of the longest kind"(
    state,
    key,
  ) {
    await state.set(`${key}k`, "lower", { ttl: 60 });
    await state.set(`${key}K`, "upper", { ttl: 60 });
    check((await read(state, `${key}k`)) === "lower", "case matters");
    const [long, value] = [key.padEnd(128, "x"), "v".repeat(1024)];
    await state.set(long, value, { ttl: 60 });
    check((await read(state, long)) === value, "a value of 1024 characters is kept whole");
  },
};

type Many = (index: number) => SharedState;

function race<T>(many: Many, work: (state: SharedState) => T | PromiseLike<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: racers }, async (_, index) => work(many(index))));
}

function checkOne(first: number): void {
  check(first === 1, `exactly one must be first, not ${first}`);
}

const raceCases: Cases<Many> = {
  async "race: of fifty that set if absent one is first"(many, key) {
    const won = await race(many, (state) => state.set(key, "1", { ttl: 60, ifAbsent: true }));
    checkOne(won.filter(Boolean).length);
  },
  async "race: of fifty that set if absent what has expired one is first"(many, key) {
    await many(0).set(key, "1", { ttl: 1 });
    await untilExpired();
    const won = await race(many, (state) => state.set(key, "2", { ttl: 60, ifAbsent: true }));
    checkOne(won.filter(Boolean).length);
  },
  async "race: of fifty that take one gets the value"(many, key) {
    await many(0).set(key, "1", { ttl: 60 });
    const taken = await race(many, (state) => state.take(key));
    check(taken.filter((value) => value === "1").length === 1, "one gets the value");
  },
  async "race: fifty counts are fifty, each another"(many, key) {
    const counts = await race(many, (state) => state.increment(key, 60));
    const sorted = counts.sort((a, b) => a - b);
    check(
      sorted.every((count, index) => count === index + 1),
      `the counts are 1 to ${racers}, not ${sorted.join(" ")}`,
    );
  },
};
