import { badRequest } from "./problem.js";

/**
 * Named values from a query, a form or a JSON object. What comes more than once is kept as a list,
 * so that nobody reads the first one where somebody else reads the last.
 */
export class Fields {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** Where nothing was sent. */
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

  /** The one text of this name. Throws a 400 when there are several, or it is no text. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || typeof value === "string") return value;
    throw badRequest(`"${name}" must be given once, as text.`);
  }

  /** Whatever was sent under this name. */
  value(name: string): unknown {
    return this.#values.get(name);
  }

  /** All values as an object of its own properties; names such as `__proto__` are data like any. */
  toObject(): Record<string, unknown> {
    return Object.fromEntries(this.#values);
  }

  /** Name and value of what was given once, as text. */
  *texts(): Generator<[string, string]> {
    for (const [name, value] of this.#values) if (typeof value === "string") yield [name, value];
  }

  names(): string[] {
    return [...this.#values.keys()];
  }
}
