import type { RateLimitOptions } from "../../types/limits.js";
import { normalizeIp } from "../http/ip.js";
import { stateKey } from "../state/key.js";
import type { State } from "../state/state.js";
import {
  knownDevice,
  nameIn,
  type DeviceContext,
  type Tried,
  type TriedBy,
} from "./known-device.js";

const day = 24 * 60 * 60;
/**
 * What a name gets once its attempts of the day are used up. A lock until the next day would let anyone lock
 * out anyone. NIST SP 800-63B suggests waits of up to an hour.
 */
const whenSlow = { window: 60 * 60, most: 2 };

export interface LimitContext extends DeviceContext {
  readonly state: State;
  /** The client's IP address; undefined if unknown. */
  readonly clientIp: () => string | undefined;
}

/** An attempt in progress. Its outcome decides whether it stays counted. */
export interface Attempt {
  /** Seconds to wait, if there were too many before. This attempt isn't counted then. */
  readonly wait: number | undefined;
  failed(): Promise<void>;
  succeeded(): Promise<void>;
}

interface Limit {
  readonly most: number;
  /** Seconds. */
  readonly window: number;
}

interface Counter extends Limit {
  readonly key: string;
  /** Seconds until the counter resets. */
  readonly left: number;
}

/** The counters of one name. */
interface NameCounters {
  readonly recent: Counter;
  readonly daily: Counter;
  /** What remains once `daily` is used up. Absent if nothing does. */
  readonly slow?: Counter;
}

/**
 * Counts attempts per name and per client. A name is counted before the credentials are checked, so that
 * parallel attempts gain nothing, and is reset when they were right. A client is counted only when they were
 * wrong: many people may share one address, and most of them know their password.
 *
 * A refused attempt isn't counted, and a client over its limit is refused before any name is counted. A browser
 * that has signed in under the name before has counters of its own. Those of one day are shared by all such
 * browsers, so that collecting cookies doesn't give more guesses.
 */
export async function beginAttempt(
  context: LimitContext,
  tried: TriedBy,
  options: RateLimitOptions,
): Promise<Attempt> {
  const { state } = context;
  const shared = await sharedCounters(context, tried, options);
  const own = await ownCounters(context, tried, options);
  const client = await clientCounter(context, tried, options);
  const all = [...shared, ...own].flatMap(listOf);
  const used = await readCounts(state, client ? [...all, client] : all);
  // Once the daily limit of all known browsers is used up, they count like any other.
  const isOwn = own.length > 0 && own.every(({ daily }) => used(daily) < daily.most);
  const names = isOwn ? own : shared;
  const by = isOwn ? undefined : client;

  const full = [...(by && used(by) >= by.most ? [by] : []), ...fullOf(names, used)];
  if (full.length === 0) full.push(...(await countAll(state, names, used)));
  return {
    wait: full.length > 0 ? Math.max(...full.map(({ left }) => left)) : undefined,
    async failed() {
      if (by) await state.count(by.key, by.window);
    },
    async succeeded() {
      const [name, ...others] = names;
      // With several names, it's unknown whose credentials these are: one name may be a victim's.
      if (name && others.length === 0) await reset(state, countedOf(name, used));
    },
  };
}

/** The owner of a name proved who they are another way, so failed attempts at it no longer count. */
export async function forgetAttempts(
  context: LimitContext,
  tried: TriedBy,
  options: RateLimitOptions,
): Promise<void> {
  const shared = await sharedCounters(context, tried, options);
  const own = await ownCounters(context, tried, options);
  await reset(context.state, [...shared, ...own].flatMap(listOf));
}

async function reset(state: State, counters: readonly Counter[]): Promise<void> {
  await Promise.all(counters.map(({ key }) => state.undo(key)));
}

type Used = (counter: Counter) => number;

async function readCounts(state: State, counters: readonly Counter[]): Promise<Used> {
  const keys = counters.map(({ key }) => key);
  const counts = await state.counted(keys);
  const byKey = new Map(keys.map((key, index) => [key, counts[index] ?? 0]));
  return ({ key }) => byKey.get(key) ?? 0;
}

function fullOf(names: readonly NameCounters[], used: Used): Counter[] {
  const isFull = (counter: Counter) => used(counter) >= counter.most;
  return names.flatMap(({ recent, daily, slow = daily }) => [
    ...(isFull(recent) ? [recent] : []),
    ...(isFull(daily) && isFull(slow) ? [slow] : []),
  ]);
}

/** Counts the attempt. Returns what was full after all, because of concurrent attempts. */
async function countAll(
  state: State,
  names: readonly NameCounters[],
  used: Used,
): Promise<Counter[]> {
  const goesOver = async ({ key, window, most }: Counter) =>
    (await state.count(key, window)) > most;
  for (const { recent, daily, slow } of names) {
    if (await goesOver(recent)) return [recent];
    const isSlow = used(daily) >= daily.most || (await goesOver(daily));
    if (isSlow && (!slow || (await goesOver(slow)))) return [slow ?? recent];
  }
  return [];
}

/** The counters an attempt was counted in. */
function countedOf({ recent, daily, slow }: NameCounters, used: Used): Counter[] {
  return slow && used(daily) >= daily.most ? [recent, daily, slow] : [recent, daily];
}

function listOf({ recent, daily, slow }: NameCounters): Counter[] {
  return slow ? [recent, daily, slow] : [recent, daily];
}

const defaults = { window: 600, perName: 10, perNameAndDay: 100, perClient: 50 };

function limitsOf(options: RateLimitOptions) {
  const { window = defaults.window, perName = defaults.perName } = options;
  const { perNameAndDay = defaults.perNameAndDay, perClient = defaults.perClient } = options;
  return {
    recent: { window, most: perName },
    daily: { window: day, most: perNameAndDay },
    client: { window, most: perClient },
  };
}

/** Counters shared by all browsers. */
async function sharedCounters(
  context: LimitContext,
  { provider, names }: Tried,
  options: RateLimitOptions,
): Promise<NameCounters[]> {
  const { recent, daily } = limitsOf(options);
  return Promise.all(
    names.map(async (key) => {
      const counter = await countersOf(context, ["name", provider, nameIn(key)]);
      return {
        recent: counter("recent", recent),
        daily: counter("daily", daily),
        slow: counter("slow", whenSlow),
      };
    }),
  );
}

/** The counters of this browser, if it has signed in under all of the names before. */
async function ownCounters(
  context: LimitContext,
  { provider, names, subjects }: TriedBy,
  options: RateLimitOptions,
): Promise<NameCounters[]> {
  const device = await knownDevice(context, subjects);
  if (device === undefined) return [];
  const { recent, daily } = limitsOf(options);
  return Promise.all(
    names.map(async (key) => {
      const who = [provider, nameIn(key)];
      const own = await countersOf(context, ["device", ...who, device]);
      const ofAll = await countersOf(context, ["devices", ...who]);
      return { recent: own("recent", recent), daily: ofAll("daily", daily) };
    }),
  );
}

async function clientCounter(
  context: LimitContext,
  { provider }: Tried,
  options: RateLimitOptions,
): Promise<Counter | undefined> {
  const ip = normalizeIp(context.clientIp());
  if (ip === undefined) return undefined;
  const counter = await countersOf(context, ["client", provider, ip]);
  return counter("recent", limitsOf(options).client);
}

/** Makes the counters of a name or a client. They share one HMAC, which hides whose they are. */
async function countersOf({ keys, now }: LimitContext, who: readonly string[]) {
  const hidden = await stateKey(keys, "tries", who);
  const seconds = Math.floor(now / 1000);
  return (kind: string, limit: Limit): Counter => {
    // Windows are aligned, so that it's known when one ends.
    const number = Math.floor(seconds / limit.window);
    const left = (number + 1) * limit.window - seconds;
    const key = `${hidden}.${kind}.${limit.window}.${number}`;
    return { most: limit.most, window: limit.window, left, key };
  };
}
