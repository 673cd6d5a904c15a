import { badRequest } from "./request-problem.js";

/**
 * Named values from a query, a form or a JSON object. Repeated names are kept as a list, so that no two
 * readers pick different values.
 */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** If nothing was sent. */
  static readonly none = /* @__PURE__ */ new Fields(new Map());

  static fromPairs(pairs: Iterable<readonly [string, string]>): Fields {
    const values = new Map<string, string | string[]>();
    for (const [name, value] of pairs) {
      const earlier = values.get(name);
      if (earlier === undefined) values.set(name, value);
      else if (typeof earlier === "string") values.set(name, [earlier, value]);
      else earlier.push(value);
    }
    return new Fields(values);
  }

  static fromObject(object: Readonly<Record<string, unknown>>): Fields {
    return new Fields(new Map(Object.entries(object)));
  }

  /** The single string with this name. Throws a 400 if there are several, or it isn't a string. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === "string") return value;
    throw badRequest(`"${name}" must be sent once, as a string.`);
  }

  /** Any value with this name. */
  value(name: string): unknown {
    return this.#values.get(name);
  }

  /** All values as an object with own properties; `__proto__` and the like are ordinary names. */
  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  /** The names and values that were sent once, as strings. */
  *texts(): Generator<[string, string]> {
    for (const [name, value] of this.#values) if (typeof value === "string") yield [name, value];
  }

  names(): string[] {
    return [...this.#values.keys()];
  }
}
