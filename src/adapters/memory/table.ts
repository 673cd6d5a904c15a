/** Rows by key; a `Map` is one. Rows are replaced, never changed in place. */
export interface Table<Row> {
  get(key: string): Row | undefined;
  set(key: string, row: Row): unknown;
  delete(key: string): unknown;
  entries(): Iterable<[string, Row]>;
}

interface Change<Row> {
  /** The row in the table below when the key was first written here. */
  before: Row | undefined;
  after: Row | undefined;
}

/** Buffers writes until they are applied to the table below. */
export class Layer<Row> implements Table<Row> {
  readonly #below: Table<Row>;
  readonly #changes = new Map<string, Change<Row>>();

  constructor(below: Table<Row>) {
    this.#below = below;
  }

  get(key: string): Row | undefined {
    const change = this.#changes.get(key);
    return change ? change.after : this.#below.get(key);
  }

  set(key: string, row: Row): void {
    this.#write(key, row);
  }

  delete(key: string): void {
    this.#write(key, undefined);
  }

  *entries(): Iterable<[string, Row]> {
    for (const [key, row] of this.#below.entries()) {
      if (!this.#changes.has(key)) yield [key, row];
    }
    for (const [key, { after }] of this.#changes) {
      if (after !== undefined) yield [key, after];
    }
  }

  /** Whether the table below has changed under a row written here, and how. */
  conflict(): "taken" | "changed" | undefined {
    for (const [key, { before }] of this.#changes) {
      if (this.#below.get(key) !== before) return before === undefined ? "taken" : "changed";
    }
    return undefined;
  }

  apply(): void {
    for (const [key, { after }] of this.#changes) {
      if (after === undefined) this.#below.delete(key);
      else this.#below.set(key, after);
    }
  }

  #write(key: string, after: Row | undefined): void {
    const change = this.#changes.get(key);
    this.#changes.set(key, { before: change ? change.before : this.#below.get(key), after });
  }
}
