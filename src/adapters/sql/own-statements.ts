import type { SqlDatabase } from "./database.js";

/** Texts that are kept: far more than there are. */
const most = 200;

/**
 * The statements of the library that run over one pool again and again, which its connections keep prepared. What an
 * application asks over the same pool is left as it is: a driver may take other values for a prepared statement.
 */
export class OwnStatements {
  readonly #names = new Map<string, string | undefined>();
  #isOn = true;

  /** This text is one of them. */
  add(text: string): void {
    if (!this.#isOn || this.#names.has(text) || this.#names.size >= most) return;
    this.#names.set(text, undefined);
    void nameFor(text).then((name) => this.#names.set(text, name));
  }

  has(text: string): boolean {
    return this.#isOn && this.#names.has(text);
  }

  /** The name to prepare a text under; undefined when it has none, or not yet. */
  nameOf(text: string): string | undefined {
    return this.#isOn ? this.#names.get(text) : undefined;
  }

  /** The tables have changed, so that it has to be prepared anew. */
  rename(text: string): void {
    this.#names.set(text, `latchkey_${crypto.randomUUID()}`);
  }

  /** What is between here and the database does not keep statements. */
  turnOff(): void {
    this.#isOn = false;
  }
}

/**
 * The name tells the text: processes that share connections behind a pooler may find what another one has prepared, and
 * it must be the same.
 */
async function nameFor(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `latchkey_${hex.join("").slice(0, 40)}`;
}

const kept = new WeakMap<SqlDatabase, OwnStatements>();

/** Connections of this database keep the statements of the library prepared. */
export function keepPrepared(database: SqlDatabase, own: OwnStatements): void {
  kept.set(database, own);
}

/** Undefined when its connections keep none, as far as is known. */
export function ownStatements(database: SqlDatabase): OwnStatements | undefined {
  return kept.get(database);
}
