/**
 * Lets work with the same key run one after the other, so that two simultaneous first sign-ins of
 * one person in this process can not both find that there is no such user yet.
 */
export class Serialiser {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const [first, ...rest] = keys;
    if (first === undefined) return work();
    return this.#behind(first, () => this.run(rest, work));
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
