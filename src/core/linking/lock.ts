import type { KeyRing } from "../crypto/keys.js";
import { stateKey } from "../state/key.js";

/**
 * Serializes work with the same key, so that two simultaneous first sign-ins of one person in this process
 * can't both create the user.
 */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  /** Keys are always taken in the same order, so there are no deadlocks. */
  run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#inTurn([...new Set(keys)].sort(), work);
  }

  async #inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...rest] = keys;
    if (first === undefined) return work();
    return this.#behind(first, () => this.#inTurn(rest, work));
  }

  async #behind<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const done = (before ?? Promise.resolve()).then(work);
    const tail = done.then(nothing, nothing);
    this.#tails.set(key, tail);
    try {
      return await done;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }
}

function nothing(): void {}

const turns = new KeyedLock();

/**
 * Waits for earlier work on the same person, across requests and configuration objects. Apps are
 * distinguished by their secret.
 */
export async function withLocks<T>(
  keys: KeyRing,
  about: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const names = await Promise.all(about.map((one) => stateKey(keys, "turn", [one])));
  return turns.run(names, work);
}
