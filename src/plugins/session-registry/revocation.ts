import type { KeyRing } from "../../core/crypto/keys.js";
import { randomHex } from "../../core/crypto/random.js";
import { generationKey, generationOf } from "../../core/state/generation.js";
import { stateKeys } from "../../core/state/key.js";
import { withLease } from "../../core/state/lease.js";
import type { StrictState } from "../../core/state/state.js";
import type { Facts, Owned } from "../../types/session-hooks.js";

/** The parts of a session that revocation uses. */
export type Revocable = Pick<Owned, "sid" | "userId" | "provider" | "atProvider" | "facts">;

/** A session that stays when the user's others end. */
export interface Spared extends Pick<Owned, "sid" | "provider"> {
  /** Its facts, if it was read. */
  readonly facts?: Facts | undefined;
}

/** Selects the sessions of a user that end. */
export interface Ending {
  readonly spared?: Spared | undefined;
  /** Ends only sessions started by this provider, and those whose provider isn't known. */
  readonly startedWith?: string | undefined;
}

/** Revocation marks in shared state. */
export interface Revocation {
  isEnded(session: Revocable): Promise<boolean>;
  /** The facts that a new session stores, so that it counts as newer than its user's marks. */
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
  /** Seconds for which a mark is kept: longer than any cookie that it is about. */
  readonly ttl: number;
  /**
   * Called if a session is older than the state, which must have been emptied since. Revocations
   * are lost, so the session ends; undefined if a database row decides.
   */
  readonly onLoss?: (() => void) | undefined;
}

/**
 * Works without comparing clocks. When sessions of a user are ended, the mark gets a new random
 * text, and only sessions that were started with that text go on.
 */
export function createRevocation(deps: RevocationDeps): Revocation {
  const { state, keys, ttl } = deps;
  const named = namesWith(keys);
  const mark = async (names: readonly string[], value: string): Promise<void> => {
    // Written under every secret, so that a process with any one of them finds it.
    for (const name of names) await state.set(name, value, { ttl });
  };
  return {
    isEnded: (session) => isEnded(deps, session),
    async factsFor({ userId, provider, adopted }) {
      // A session from before the plugin mustn't count as newer than the marks.
      const names = adopted ? [] : await marksOf(named, userId, provider);
      const [known, ...marks] = await state.get([generationKey, ...names]);
      const epochs = new Set(marks.flatMap((one) => (one === undefined ? [] : [epochIn(one)])));
      return {
        ...(deps.onLoss && { of: await generationOf(state, known) }),
        ...(epochs.size > 0 && { epoch: [...epochs].join("-") }),
      };
    },
    endSession: async (sid) => mark(await named.session(sid), "1"),
    endAtProvider: async (hash) => mark(await named.atProvider(hash), "1"),
    noteAtProvider: async (hash) => mark(await named.begunAt(hash), "1"),
    isNotedAt: async (hash) =>
      (await state.get(await named.begunAt(hash))).some((value) => value !== undefined),
    async endUser(userId, { spared, startedWith }) {
      // During a rotation, the oldest secret is the one that every process has.
      const turn = (await named.turn(userId)).at(-1) ?? "";
      await withLease(state, turn, async (assertHeld) => {
        // A session that was just ended mustn't end the others and be spared itself.
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

/** Stands for an unknown provider. */
const unknown = "";

/** Keys of shared state, one per secret. */
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

/** The keys of the marks that end several of a user's sessions at once. */
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
  { sid, provider, facts }: Spared,
  userId: string,
): Promise<boolean> {
  // The facts about the user's marks mean something only where they were read.
  return isEnded(deps, { sid, provider, userId: facts ? userId : null, facts: facts ?? {} });
}

/** A mark is a random text, followed by the id of the spared session. */
function epochIn(mark: string): string {
  return mark.split(" ", 1)[0] ?? "";
}

function sparedIn(mark: string): string | undefined {
  return mark.split(" ")[1];
}
