import { randomId } from "../crypto/random.js";
import { isPromise, withDeadline } from "../deadline.js";
import { unavailable } from "../http/problem.js";
import { asError } from "../thrown.js";
import type { Awaitable } from "../types/common.js";
import type { LoggerInstance } from "../types/logger.js";
import { readCount, readFlag, readNothing, readTexts } from "./answers.js";
import type { SharedState, StateWrite } from "./contract.js";

export interface Window {
  /** How often something may be done in the time of a window. */
  readonly most: number;
  /** Seconds. */
  readonly window: number;
}

/** Leave to do something once, which can be given back when nothing came of it. */
export interface Leave {
  giveBack(): Promise<void>;
}

/**
 * Shared state as the library uses it. What protects by "once" answers 503 when the state can not be
 * reached, and the browser keeps every cookie; limits let pass then. Both are logged.
 */
export interface State {
  /** Whether this is the first time within so many seconds. */
  first(key: string, ttl: number): Promise<boolean>;
  /** Undoes `first`: it did not come to anything. */
  undo(key: string): Promise<void>;
  /** Leave to do it once more, or undefined when it was done too often of late. */
  ask(key: string, window: Window): Promise<Leave | undefined>;
  /** Counts, and tells how often it was within the window; 0 when nobody knows. */
  count(key: string, ttl: number): Promise<number>;
  /** The counts under these keys, in their order; 0 for each when the state can't be reached. */
  counted(keys: readonly string[]): Promise<readonly number[]>;
  /**
   * Counts unless the limit was reached before: a refused attempt isn't counted. Returns whether it was within
   * the limit, or undefined when the state can't be reached.
   */
  countWithin(key: string, window: Window): Promise<boolean | undefined>;
  /** Forgets what `ask` has given leave for. */
  forget(key: string, window: Window): Promise<void>;
  /** Keeps a text. */
  note(key: string, value: string, ttl: number): Promise<void>;
  /** The text that was kept. */
  noted(key: string): Promise<string | undefined>;
  /** What the state itself answers, for whom no answer is no answer: they reject with a 503 then. */
  readonly strict: StrictState;
}

export interface StrictState {
  get(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  set(key: string, value: string, options: StateWrite): Promise<boolean>;
  delete(key: string): Promise<void>;
}

export interface StateOptions {
  readonly logger: LoggerInstance;
  /** Milliseconds an operation may take. */
  readonly timeout: number;
}

export function createState(
  source: SharedState | (() => Promise<SharedState>),
  options: StateOptions,
): State {
  const reach = createReach(source, options);
  const orElse = async <T, A>(asking: Asking<T, A>, otherwise: T): Promise<T> => {
    const reached = await reach(asking);
    return reached.ok ? reached.value : otherwise;
  };
  const orRefuse = async <T, A>(asking: Asking<T, A>): Promise<T> => {
    const reached = await reach(asking);
    if (reached.ok) return reached.value;
    throw unavailable();
  };
  const remove = (key: string) =>
    orElse({ work: (shared) => shared.delete(key), read: readNothing }, undefined);
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
  const look = (key: string) => (shared: SharedState) => shared.get([key]);
  const readText = (answer: unknown) => readTexts(answer, 1)[0];
  return {
    first(key, ttl) {
      const mark = randomId();
      return orRefuse({
        work: (shared) => shared.set(key, mark, { ttl, ifAbsent: true }),
        read: readFlag,
        // Nothing is done now, so that it must be possible once more.
        undo: async (shared) => {
          if (readText(await shared.get([key])) === mark) await shared.delete(key);
        },
      });
    },
    undo: remove,
    async ask(key, window) {
      const work = (shared: SharedState) => takeSlot(shared, key, window);
      const slot = await orElse({ work, read: (taken): string | undefined => taken }, "");
      if (slot === undefined) return undefined;
      return { giveBack: async () => (slot === "" ? undefined : remove(slot)) };
    },
    count,
    counted,
    countWithin: async (key, { most, window }) => {
      const [before = 0] = await counted([key]);
      if (before >= most) return false;
      const now = await count(key, window);
      return now === 0 ? undefined : now <= most;
    },
    forget: async (key, window) => {
      const work = async (shared: SharedState) => {
        const slots = slotsOf(key, window);
        const taken = readTexts(await shared.get(slots), slots.length);
        for (const slot of slots.filter((_, index) => taken[index] !== undefined)) {
          await shared.delete(slot);
        }
      };
      await orElse({ work, read: readNothing }, undefined);
    },
    note: async (key, value, ttl) => {
      await orElse({ work: (shared) => shared.set(key, value, { ttl }), read: readFlag }, false);
    },
    noted: (key) => orRefuse({ work: look(key), read: readText }),
    strict: {
      get: (keys) =>
        orRefuse({
          work: (shared) => shared.get(keys),
          read: (answer) => readTexts(answer, keys.length),
        }),
      set: (key, value, options) =>
        orRefuse({ work: (shared) => shared.set(key, value, options), read: readFlag }),
      delete: (key) => orRefuse({ work: (shared) => shared.delete(key), read: readNothing }),
    },
  };
}

type Reached<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };

type Work<T> = (shared: SharedState) => Awaitable<T>;

/** Something the state is asked. */
interface Asking<T, A> {
  readonly work: Work<A>;
  /** What the answer says. Throws when it is none. */
  readonly read: (answer: A) => T;
  /** Done once the work has come to an end after all, when nobody waits for it any more. */
  readonly undo?: Work<unknown>;
}

function createReach(
  source: SharedState | (() => Promise<SharedState>),
  { logger, timeout }: StateOptions,
) {
  const start = <T>(work: Work<T>): Awaitable<T> =>
    typeof source === "function" ? source().then(work) : work(source);
  const late = () =>
    new Error(
      `The shared state did not answer within ${timeout} ms. Look at it, or raise the option "timeout".`,
    );
  return async <T, A>({ work, read, undo }: Asking<T, A>): Promise<Reached<T>> => {
    let given: Awaitable<A> | undefined;
    try {
      given = start(work);
      // What is in memory is there at once; no timer is set for it.
      if (!isPromise(given)) return { ok: true, value: read(given) };
      return { ok: true, value: read(await withDeadline(given, timeout, late)) };
    } catch (error) {
      logger.error("SharedStateError", asError(error));
      if (undo) void undoAfter(given, () => start(undo));
      return { ok: false };
    }
  };
}

async function undoAfter(given: unknown, undo: () => Awaitable<unknown>): Promise<void> {
  try {
    await given;
  } catch {
    // It may have come to something all the same.
  }
  try {
    await undo();
  } catch {
    // What is left expires.
  }
}

function slotsOf(key: string, { most }: Window): string[] {
  return Array.from({ length: most }, (_, index) => `${key}.${index}`);
}

/**
 * Each time takes a slot of its own, which is free again when its time is over, or when it is given
 * back: so what failed is not counted, and of simultaneous tries none gets too many.
 */
async function takeSlot(
  shared: SharedState,
  key: string,
  window: Window,
): Promise<string | undefined> {
  const slots = slotsOf(key, window);
  const taken = readTexts(await shared.get(slots), slots.length);
  for (const [index, slot] of slots.entries()) {
    if (taken[index] !== undefined) continue;
    const isFree = await shared.set(slot, "1", { ttl: window.window, ifAbsent: true });
    if (readFlag(isFree)) return slot;
  }
  return undefined;
}
