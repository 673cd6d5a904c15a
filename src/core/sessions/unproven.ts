import type { User } from "../../types/session.js";
import type { Store } from "../../types/store.js";
import type { KeyRing } from "../crypto/keys.js";
import { isUnproven } from "../values/proven.js";
import { generationKey, generationOf } from "../state/generation.js";
import { stateKeys } from "../state/key.js";
import { ofSecrets } from "../state/secrets.js";
import type { State } from "../state/state.js";
import { foldAddress } from "../values/address.js";
import { shortHash } from "./begin-facts.js";
import { RecentChecks } from "./recent-checks.js";

/** Refuses sessions that began before anyone had proven to own the user's address. */
export interface UnprovenSessions {
  /** The fact that a session stores if it begins before the proof. */
  factFor(user: User): Promise<string>;
  /** Whether someone else has proven the address since. Each process checks at most every 30 seconds. */
  isRefused(fact: string, now: number): Promise<boolean>;
  /** Someone proves the address. */
  readonly refuse: (user: User) => Promise<void>;
}

export interface UnprovenDeps {
  readonly keys: KeyRing;
  readonly state: State;
  readonly isStateShared: () => Promise<boolean>;
  readonly store: Store;
  /** How long a session lasts, in seconds. */
  readonly maxAge: number;
}

/** Milliseconds for which a process caches the result. */
const within = 30_000;
/** Earlier sessions may have started with longer lifetimes. */
const leastTtl = 31 * 24 * 60 * 60;
const mostTtl = 10 * 366 * 24 * 60 * 60;

const recentOf = ofSecrets(() => new RecentChecks());

/**
 * A proof is marked in shared state. No clocks are compared: sessions that begin later don't carry the fact.
 * Where the state was emptied since the session began, or is another process's own, the store tells.
 */
export function unprovenSessions(deps: UnprovenDeps): UnprovenSessions {
  const { keys, maxAge } = deps;
  const state = deps.state.strict;
  return {
    async factFor(user) {
      const [known] = await state.get([generationKey]);
      const generation = await generationOf(state, known);
      return [await nameOf(keys, user), generation, String(user.id)].join(separator);
    },
    async isRefused(fact, now) {
      const recent = recentOf(keys);
      if (recent.isRecent(fact, now, within)) return false;
      const [name = ""] = fact.split(separator);
      const isRefused = await wasProven(deps, name, fact);
      if (!isRefused) recent.note(fact, { at: now, owner: name });
      return isRefused;
    },
    async refuse(user) {
      const name = await nameOf(keys, user);
      const ttl = Math.ceil(Math.min(Math.max(maxAge + 3600, leastTtl), mostTtl));
      for (const key of await keysOf(keys, name)) await state.set(key, "1", { ttl });
      recentOf(keys).dropOf(name);
    },
  };
}

/**
 * Between the name of the user with the address, the state's generation and the user's id. Earlier versions
 * wrote the name alone.
 */
const separator = ".";

async function wasProven(
  { keys, state, isStateShared, store }: UnprovenDeps,
  name: string,
  fact: string,
): Promise<boolean> {
  const [present, ...marks] = await state.strict.get([
    generationKey,
    ...(await keysOf(keys, name)),
  ]);
  if (marks.some((mark) => mark !== undefined)) return true;
  const [, generation, ...id] = fact.split(separator);
  if (id.length === 0 || (generation === present && (await isStateShared()))) return false;
  if ((await store.missing(["getUser"])).length > 0) return false;
  const user = await store.getUser(id.join(separator));
  return user !== null && !isUnproven(user);
}

/** A new address has to be proven again. */
function nameOf(keys: KeyRing, { id, email }: User): Promise<string> {
  return shortHash(keys, JSON.stringify([String(id), foldAddress(email ?? "")]));
}

function keysOf(keys: KeyRing, name: string): Promise<readonly string[]> {
  return stateKeys(keys, "address-proven", [name]);
}
