/** A cache of values by name, each created on first use. Drops the least recently used one first. */
export class Lru<T> {
  readonly #most: number;
  readonly #things = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, make: () => T): T {
    const known = this.#things.get(name);
    const thing = known ?? make();
    if (known !== undefined) this.#things.delete(name);
    this.#things.set(name, thing);
    const [oldest] = this.#things.keys();
    if (oldest !== undefined && this.#things.size > this.#most) this.#things.delete(oldest);
    return thing;
  }
}
