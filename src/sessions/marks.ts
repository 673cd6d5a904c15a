import type { KeyRing } from "../crypto/keys.js";
import { randomHex } from "../crypto/random.js";
import { unavailable } from "../http/problem.js";
import { stateKeys } from "../state/key.js";
import type { StrictState } from "../state/state.js";
import type { SessionFacts } from "./facts.js";

/** Which session is asked about. One of before there were marks has no id. */
export type Marked = Partial<Pick<SessionFacts, "sid" | "epoch" | "atProvider">>;

/** A session that is to go on when the others of its user end. */
export interface Spared {
  readonly sid: string;
  /** Its epoch, where that is known. */
  readonly since?: string;
}

export interface Look {
  readonly ended: boolean;
  /** What a session that goes on, or begins, must remember. */
  readonly epoch: string | undefined;
}

/** Marks in shared state that say which sessions were ended before their time. */
export interface Marks {
  look(session: Marked, userId: string | null): Promise<Look>;
  endSession(sid: string): Promise<void>;
  /** Every session of a user that there is now, but one. */
  endUser(userId: string, except?: Spared): Promise<void>;
  endAtProvider(hash: string): Promise<void>;
  noteAtProvider(hash: string): Promise<void>;
  isNotedAt(hash: string): Promise<boolean>;
}

export interface MarksDeps {
  readonly state: StrictState;
  readonly keys: KeyRing;
  /** Seconds for which a mark is kept: no cookie that it is about is good for longer. */
  readonly ttl: number;
}

/**
 * No clock is compared: whenever all sessions of a user are ended the mark gets a new random text, and
 * only sessions that were started knowing it go on. So servers whose clocks differ agree.
 */
export function createMarks({ state, keys, ttl }: MarksDeps): Marks {
  const keysOf = {
    session: (sid: string) => stateKeys(keys, "session-end", [sid]),
    user: (id: string) => stateKeys(keys, "sessions-end", [id]),
    atProvider: (hash: string) => stateKeys(keys, "provider-session-end", [hash]),
    begunAt: (hash: string) => stateKeys(keys, "provider-session", [hash]),
  };
  const mark = async (names: readonly string[], value: string): Promise<void> => {
    // Under every secret, so that whoever has one of them finds it.
    for (const name of names) await state.set(name, value, { ttl });
  };
  const look = async (session: Marked, userId: string | null): Promise<Look> => {
    const { sid, atProvider } = session;
    const ofUser = userId === null ? [] : await keysOf.user(userId);
    const single = [
      ...(sid === undefined ? [] : await keysOf.session(sid)),
      ...(atProvider === undefined ? [] : await keysOf.atProvider(atProvider)),
    ];
    const values = await state.get([...ofUser, ...single]);
    const isEnded = values.slice(ofUser.length).some((value) => value !== undefined);
    const marks = values.slice(0, ofUser.length).filter((value) => value !== undefined);
    const known = session.epoch?.split("-") ?? [];
    const isOfBefore = [...new Set(marks)].some((mark) => {
      const [epoch = "", spared] = mark.split(" ");
      return !known.includes(epoch) && (sid === undefined || spared !== sid);
    });
    return { ended: isEnded || isOfBefore, epoch: epochOf(marks) };
  };
  const wasEnded = async ({ sid, since }: Spared, userId: string): Promise<boolean> => {
    const { ended } =
      since === undefined ? await look({ sid }, null) : await look({ sid, epoch: since }, userId);
    return ended;
  };

  return {
    look,
    endSession: async (sid) => mark(await keysOf.session(sid), "1"),
    endAtProvider: async (hash) => mark(await keysOf.atProvider(hash), "1"),
    noteAtProvider: async (hash) => mark(await keysOf.begunAt(hash), "1"),
    isNotedAt: async (hash) =>
      (await state.get(await keysOf.begunAt(hash))).some((value) => value !== undefined),
    endUser: (userId, except) =>
      inTurn(state, turnOf(keys, userId), async () => {
        // Whoever was ended a moment ago must not end the others, and itself be spared.
        const goesOn = except && !(await wasEnded(except, userId));
        const spared = goesOn ? ` ${except.sid}` : "";
        await mark(await keysOf.user(userId), randomHex(5) + spared);
      }),
  };
}

/** One text for all marks: two servers may have written under different secrets. */
function epochOf(marks: readonly string[]): string | undefined {
  const epochs = new Set(marks.map((mark) => mark.split(" ", 1)[0]));
  return epochs.size === 0 ? undefined : [...epochs].join("-");
}

const turnOf = (keys: KeyRing, userId: string) => stateKeys(keys, "sessions-end-turn", [userId]);

/** Seconds after which the turn of a process that died is over. */
const turnLasts = 30;
/** Milliseconds between two tries, and how many there are. */
const pause = 25;
const tries = 200;

/** What is looked at and then written must not change in between, whichever process does it. */
async function inTurn(
  state: StrictState,
  names: Promise<readonly string[]>,
  work: () => Promise<void>,
): Promise<void> {
  // The oldest secret is the one that every process has while a new one is being introduced.
  const name = (await names).at(-1) ?? "";
  for (let left = tries; left > 0; left -= 1) {
    if (await state.set(name, "1", { ttl: turnLasts, ifAbsent: true })) {
      try {
        await work();
      } finally {
        await state.delete(name);
      }
      return;
    }
    await new Promise((wake) => setTimeout(wake, pause));
  }
  throw unavailable();
}
