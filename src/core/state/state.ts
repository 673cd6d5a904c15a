import type { Awaitable } from "../../types/common.js";
import type { LoggerInstance } from "../../types/logger.js";
import { isPromise, withDeadline } from "../async/deadline.js";
import { randomId } from "../crypto/random.js";
import { asError } from "../errors/as-error.js";
import { because } from "../errors/reason.js";
import { unavailable } from "../http/request-problem.js";
import type { SharedState, StateWrite } from "./contract.js";
import { readCount, readFlag, readNothing, readTexts } from "./read-replies.js";

export interface Window {
  /** How often something is allowed per window. */
  readonly most: number;
  /** Seconds. */
  readonly window: number;
}

/** A permission to do something once, which can be returned if it failed. */
export interface Leave {
  giveBack(): Promise<void>;
}

/**
 * Shared state as the library uses it. If the state is down, single use responds with 503 and cookies are
 * kept, while rate limits aren't enforced. Both are logged.
 */
export interface State {
  /** Whether this is the first time within so many seconds. */
  first(key: string, ttl: number): Promise<boolean>;
  /** Undoes `first`, because the operation failed. */
  undo(key: string): Promise<void>;
  /** Returns permission for another attempt; undefined if there were too many. */
  ask(key: string, window: Window): Promise<Leave | undefined>;
  /** Counts, and returns the count within the window; 0 if unknown. */
  count(key: string, ttl: number): Promise<number>;
  /** The counts of these keys, in order; 0 for each if the state is down. */
  counted(keys: readonly string[]): Promise<readonly number[]>;
  /**
   * Counts unless the limit is already reached: a refused attempt isn't counted. Returns whether it was
   * within the limit, or undefined if the state is down.
   */
  countWithin(key: string, window: Window): Promise<boolean | undefined>;
  /** Resets what `ask` has counted. */
  forget(key: string, window: Window): Promise<void>;
  /** Stores a value. */
  note(key: string, value: string, ttl: number): Promise<void>;
  /** The stored value. */
  noted(key: string): Promise<string | undefined>;
  /** The state's operations, which reject with a 503 if it's down. */
  readonly strict: StrictState;
}

export interface StrictState {
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  set(key: string, value: string, options: StateWrite): Promise<boolean>;
  delete(key: string): Promise<void>;
}

export interface StateOptions {
  readonly logger: LoggerInstance;
  /** The time limit of an operation in milliseconds. */
  readonly timeout: number;
}

export function createState(
  source: SharedState | (() => Promise<SharedState>),
  options: StateOptions,
): State {
  const asker = createAsker(source, options);
  const strict = createStrict(asker);
  return {
    ...createMarks(asker),
    ...createCounters(asker),
    async note(key, value, ttl) {
      const work = (shared: SharedState) => shared.set(key, value, { ttl });
      await asker.orElse({ work, read: readFlag }, false);
    },
    noted: async (key) => (await strict.get([key]))[0],
    strict,
  };
}

type Work<T> = (shared: SharedState) => Awaitable<T>;

/** An operation of the state. */
interface Asking<T, A> {
  readonly work: Work<A>;
  /** Parses the result. Throws if it's invalid. */
  readonly read: (answer: A) => T;
  /** Called if the operation succeeds after it timed out. */
  readonly undo?: Work<unknown>;
}

/** Calls the state, and handles outages. */
interface Asker {
  readonly orElse: <T, A>(asking: Asking<T, A>, otherwise: T) => Promise<T>;
  /** Rejects with a 503. */
  readonly orRefuse: <T, A>(asking: Asking<T, A>) => Promise<T>;
}

type Reached<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

function createAsker(
  source: SharedState | (() => Promise<SharedState>),
  { logger, timeout }: StateOptions,
): Asker {
  const start = <T>(work: Work<T>): Awaitable<T> =>
    typeof source === "function" ? source().then(work) : work(source);
  const late = () =>
    because(
      "unreachable",
      new Error(
        `The shared state didn't respond within ${timeout} ms. Check the database or Redis behind \`sharedState\`, or raise the option "timeout".`,
      ),
    );
  const reach = async <T, A>({ work, read, undo }: Asking<T, A>): Promise<Reached<T>> => {
    let given: Awaitable<A> | undefined;
    try {
      given = start(work);
      // Memory responds synchronously, so no timer is set.
      if (!isPromise(given)) return { ok: true, value: read(given) };
      return { ok: true, value: read(await withDeadline(given, timeout, late)) };
    } catch (error) {
      logger.error("SharedStateError", asError(error));
      if (undo) void undoAfter(given, () => start(undo));
      return { ok: false };
    }
  };
  return {
    async orElse(asking, otherwise) {
      const reached = await reach(asking);
      return reached.ok ? reached.value : otherwise;
    },
    async orRefuse(asking) {
      const reached = await reach(asking);
      if (reached.ok) return reached.value;
      throw unavailable();
    },
  };
}

const remove = ({ orElse }: Asker, key: string): Promise<void> =>
  orElse({ work: (shared) => shared.delete(key), read: readNothing }, undefined);

function createMarks(asker: Asker): Pick<State, "first" | "undo"> {
  return {
    first(key, ttl) {
      const mark = randomId();
      return asker.orRefuse({
        work: (shared) => shared.set(key, mark, { ttl, ifAbsent: true }),
        read: readFlag,
        // The operation fails now, so it must stay possible.
        undo: async (shared) => {
          if (readTexts(await shared.get([key]), 1)[0] === mark) await shared.delete(key);
        },
      });
    },
    undo: (key) => remove(asker, key),
  };
}

function createCounters(asker: Asker) {
  const { orElse } = asker;
  const count = (key: string, ttl: number) =>
    orElse({ work: (shared) => shared.increment(key, ttl), read: readCount }, 0);
  const counted = (keys: readonly string[]) =>
    orElse<readonly number[], unknown>(
      {
        work: (shared) => shared.get(keys),
        read: (answer) => readTexts(answer, keys.length).map((text) => readCount(text ?? 0)),
      },
      keys.map(() => 0),
    );
  return {
    async ask(key, window) {
      const work = (shared: SharedState) => takeSlot(shared, key, window);
      const slot = await orElse({ work, read: (taken): string | undefined => taken }, "");
      if (slot === undefined) return undefined;
      return { giveBack: async () => (slot === "" ? undefined : remove(asker, slot)) };
    },
    async forget(key, window) {
      const work = (shared: SharedState) => freeSlots(shared, slotsOf(key, window));
      await orElse({ work, read: readNothing }, undefined);
    },
    count,
    counted,
    async countWithin(key, { most, window }) {
      const [before = 0] = await counted([key]);
      if (before >= most) return false;
      const now = await count(key, window);
      return now === 0 ? undefined : now <= most;
    },
  } satisfies Partial<State>;
}

function createStrict({ orRefuse }: Asker): StrictState {
  return {
    get: (keys) =>
      orRefuse({
        work: (shared) => shared.get(keys),
        read: (answer) => readTexts(answer, keys.length),
      }),
    set: (key, value, options) =>
      orRefuse({ work: (shared) => shared.set(key, value, options), read: readFlag }),
    delete: (key) => orRefuse({ work: (shared) => shared.delete(key), read: readNothing }),
  };
}

async function undoAfter(given: unknown, undo: () => Awaitable<unknown>): Promise<void> {
  try {
    await given;
  } catch {
    // It may have taken effect anyway.
  }
  try {
    await undo();
  } catch {
    // The rest expires.
  }
}

async function freeSlots(shared: SharedState, slots: readonly string[]): Promise<void> {
  const taken = readTexts(await shared.get(slots), slots.length);
  for (const slot of slots.filter((_, index) => taken[index] !== undefined)) {
    await shared.delete(slot);
  }
}

function slotsOf(key: string, { most }: Window): string[] {
  return Array.from({ length: most }, (_, index) => `${key}.${index}`);
}

/**
 * Each use takes a slot, which is free again when its window ends or it's returned. So failures aren't
 * counted, and concurrent attempts can't exceed the limit.
 */
async function takeSlot(shared: SharedState, key: string, window: Window) {
  const slots = slotsOf(key, window);
  const taken = readTexts(await shared.get(slots), slots.length);
  for (const [index, slot] of slots.entries()) {
    if (taken[index] !== undefined) continue;
    const isFree = await shared.set(slot, "1", { ttl: window.window, ifAbsent: true });
    if (readFlag(isFree)) return slot;
  }
  return undefined;
}
