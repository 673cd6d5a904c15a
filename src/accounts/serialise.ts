import { stateKey } from "../state/key.js";
import type { KeyRing } from "../crypto/keys.js";

/**
 * Lets work with the same key run one after the other, so that two simultaneous first sign-ins of
 * one person in this process can not both find that there is no such user yet.
 */
export class Serialiser {
  readonly #tails = new Map<string, Promise<void>>();

  /** Keys are taken in one order by all, so that no two wait for each other. */
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

const turns = new Serialiser();

/**
 * Does the work when those before it that are about the same person are done, in whichever request and
 * with whichever configuration object they came: it is the secret that tells applications apart.
 */
export async function inTurn<T>(
  keys: KeyRing,
  about: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const names = await Promise.all(about.map((one) => stateKey(keys, "turn", [one])));
  return turns.run(names, work);
}
