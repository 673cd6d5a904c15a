/** Things by name, each made when first asked for. The one not asked for longest is forgotten first. */
export class Kept<T> {
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
