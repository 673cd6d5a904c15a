import type { Row } from "../rows/convert.js";
import { encodeRow } from "./codec.js";
import type { TableLayout } from "./layout.js";
import type { SqlDialect } from "./model.js";
import type { Statement } from "./sql.js";

/** A compiled statement, and which value of the key each of its parameters is; -1 if it's none. */
interface Finder {
  readonly statement: Statement;
  readonly places: readonly number[];
}

interface Place {
  readonly dialect: SqlDialect;
  readonly table: TableLayout;
}

/** The statements that find rows of one table by their keys, made once for each set of fields. */
export class Finders {
  readonly #place: Place;
  readonly #make: (key: Row) => Statement;
  readonly #known = new Map<string, Finder>();

  constructor(place: Place, make: (key: Row) => Statement) {
    this.#place = place;
    this.#make = make;
  }

  /** The statement for a key. One that isn't all text may need another, so it's made anew. */
  find(key: Row): Statement {
    const values = this.#encoded(key);
    if (!values.every(isText)) return this.#make(key);
    const name = Object.keys(key).join(" ");
    const { statement, places } = this.#known.get(name) ?? this.#prepare(name, key);
    if (places.includes(-1)) return this.#make(key);
    return { ...statement, parameters: places.map((at) => values[at]) };
  }

  #prepare(name: string, key: Row): Finder {
    const holders = Object.keys(key).map((field, at) => [field, `value ${at}`] as const);
    const sample = Object.fromEntries(holders);
    const statement = this.#make(sample);
    const held = this.#encoded(sample);
    const places = statement.parameters.map((given) => held.indexOf(given));
    const finder = { statement, places };
    this.#known.set(name, finder);
    return finder;
  }

  #encoded(key: Row): unknown[] {
    return encodeRow(this.#place.table, this.#place.dialect, key).map(([, value]) => value);
  }
}

const isText = (value: unknown): boolean => typeof value === "string";
