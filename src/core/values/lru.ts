import { setNewest } from "./newest.js";

/** A cache of values by name, each created on first use. Drops the least recently used one first. */
export class Lru<T> {
  readonly #most: number;
  readonly #things = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, make: () => T): T {
    const thing = this.#things.get(name) ?? make();
    setNewest(this.#things, [name, thing], this.#most);
    return thing;
  }
}
