import type { KeyRing } from "../../crypto/keys.js";
import { randomHex } from "../../crypto/random.js";
import { stateKeys } from "../../state/key.js";
import { withLease } from "../../state/lease.js";
import type { StrictState } from "../../state/state.js";
import type { Facts, Owned } from "../../types/session-hooks.js";

/** What of a session matters here. */
export type Revocable = Pick<Owned, "sid" | "userId" | "provider" | "atProvider" | "facts">;

/** A session that is to go on when the others of its user end. */
export interface Spared {
  readonly sid: string;
  /** What it knows, if it was read. */
  readonly facts?: Facts | undefined;
}

/** Which sessions of a user end. */
export interface Ending {
  readonly spared?: Spared | undefined;
  /** Only those that this provider started, and those of which that isn't known. */
  readonly startedWith?: string | undefined;
}

/** Marks in shared state for sessions that were ended before their time. */
export interface Revocation {
  isEnded(session: Revocable): Promise<boolean>;
  /** What a session that starts must know to count as newer than the marks of its user. */
  factsFor(session: Pick<Owned, "userId" | "provider" | "adopted">): Promise<Facts>;
  endSession(sid: string): Promise<void>;
  endUser(userId: string, ending: Ending): Promise<void>;
  endAtProvider(hash: string): Promise<void>;
  noteAtProvider(hash: string): Promise<void>;
  isNotedAt(hash: string): Promise<boolean>;
}

export interface RevocationDeps {
  readonly state: StrictState;
  readonly keys: KeyRing;
  /** Seconds for which a mark is kept: no cookie that it is about is good for longer. */
  readonly ttl: number;
  /**
   * Called when a session turns out to be older than the state, which was emptied since: what had been revoked is lost, so
   * the session has ended. Undefined where a row tells that.
   */
  readonly onLoss?: (() => void) | undefined;
}

/** Holds a random text for as long as the state isn't emptied. It needs no secret: it tells nothing. */
const generationKey = "sessions-generation";
const generationLasts = 10 * 366 * 24 * 60 * 60;

/**
 * No clock is compared: whenever sessions of a user are ended the mark gets a new random text, and only sessions that
 * were started knowing it go on. So servers whose clocks differ agree.
 */
export function createRevocation(deps: RevocationDeps): Revocation {
  const { state, keys, ttl } = deps;
  const named = namesWith(keys);
  const mark = async (names: readonly string[], value: string): Promise<void> => {
    // Under every secret, so that whoever has one of them finds it.
    for (const name of names) await state.set(name, value, { ttl });
  };
  return {
    isEnded: (session) => isEnded(deps, session),
    async factsFor({ userId, provider, adopted }) {
      // A session from before must not pass for one that started after the marks.
      const names = adopted ? [] : await marksOf(named, userId, provider);
      const [known, ...marks] = await state.get([generationKey, ...names]);
      const epochs = new Set(marks.flatMap((one) => (one === undefined ? [] : [epochIn(one)])));
      return {
        ...(deps.onLoss && { of: known ?? (await newGeneration(state)) }),
        ...(epochs.size > 0 && { epoch: [...epochs].join("-") }),
      };
    },
    endSession: async (sid) => mark(await named.session(sid), "1"),
    endAtProvider: async (hash) => mark(await named.atProvider(hash), "1"),
    noteAtProvider: async (hash) => mark(await named.begunAt(hash), "1"),
    isNotedAt: async (hash) =>
      (await state.get(await named.begunAt(hash))).some((value) => value !== undefined),
    async endUser(userId, { spared, startedWith }) {
      // The oldest secret is the one that every process has while a new one is being introduced.
      const turn = (await named.turn(userId)).at(-1) ?? "";
      await withLease(state, turn, async (assertHeld) => {
        // Whoever was ended a moment ago must not end the others, and itself be spared.
        const goesOn = spared && !(await isSparedEnded(deps, spared, userId));
        const value = randomHex(4) + (goesOn ? ` ${spared.sid}` : "");
        assertHeld();
        if (startedWith === undefined) return mark(await named.user(userId), value);
        for (const provider of [startedWith, unknown]) {
          await mark(await named.startedWith(userId, provider), value);
        }
      });
    },
  };
}

async function newGeneration(state: StrictState): Promise<string> {
  const made = randomHex(4);
  const options = { ttl: generationLasts, ifAbsent: true };
  if (await state.set(generationKey, made, options)) return made;
  // Another process was faster.
  return (await state.get([generationKey]))[0] ?? made;
}

/** Stands for the provider of sessions of which it isn't known. */
const unknown = "";

/** Keys of shared state: each under every secret. */
function namesWith(keys: KeyRing) {
  const names = (kind: string, ...parts: string[]) => stateKeys(keys, kind, parts);
  return {
    session: (sid: string) => names("session-end", sid),
    user: (id: string) => names("sessions-end", id),
    startedWith: (id: string, provider: string) => names("sessions-end-with", id, provider),
    atProvider: (hash: string) => names("provider-session-end", hash),
    begunAt: (hash: string) => names("provider-session", hash),
    turn: (id: string) => names("sessions-end-turn", id),
  };
}

type Names = ReturnType<typeof namesWith>;

/** The keys of the marks that end many sessions of a user at once. */
async function marksOf(
  named: Names,
  userId: string | null,
  provider: string | undefined,
): Promise<readonly string[]> {
  if (userId === null) return [];
  return [...(await named.user(userId)), ...(await named.startedWith(userId, provider ?? unknown))];
}

async function isEnded(deps: RevocationDeps, session: Revocable): Promise<boolean> {
  const { state, keys, onLoss } = deps;
  const { sid, userId, provider, atProvider, facts } = session;
  const named = namesWith(keys);
  const ofMany = await marksOf(named, userId, provider);
  const single = [
    ...(await named.session(sid)),
    ...(atProvider === undefined ? [] : await named.atProvider(atProvider)),
  ];
  const [generation, ...values] = await state.get([generationKey, ...ofMany, ...single]);
  if (onLoss && facts["of"] !== undefined && facts["of"] !== generation) {
    onLoss();
    return true;
  }
  if (values.slice(ofMany.length).some((value) => value !== undefined)) return true;
  const known = facts["epoch"]?.split("-") ?? [];
  return values
    .slice(0, ofMany.length)
    .some((mark) => mark !== undefined && !known.includes(epochIn(mark)) && sparedIn(mark) !== sid);
}

function isSparedEnded(
  deps: RevocationDeps,
  { sid, facts }: Spared,
  userId: string,
): Promise<boolean> {
  // What it knows of the marks of its user can only be judged where it was read.
  return isEnded(deps, { sid, userId: facts ? userId : null, facts: facts ?? {} });
}

/** A mark is a random text, and the id of the session that goes on. */
function epochIn(mark: string): string {
  return mark.split(" ", 1)[0] ?? "";
}

function sparedIn(mark: string): string | undefined {
  return mark.split(" ")[1];
}
