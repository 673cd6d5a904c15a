/** Maximum number of statements kept: far more than exist. */
const most = 200;

/**
 * The library's recurring statements on a pool, which its connections keep prepared. The
 * application's statements on the same pool aren't prepared, because a driver may accept other
 * values for a prepared statement.
 */
export class OwnStatements {
  readonly #names = new Map<string, string | undefined>();
  #isOn = true;

  /** Adds a text. */
  add(text: string): void {
    if (!this.#isOn || this.#names.has(text) || this.#names.size >= most) return;
    this.#names.set(text, undefined);
    void nameFor(text).then((name) => this.#names.set(text, name));
  }

  has(text: string): boolean {
    return this.#isOn && this.#names.has(text);
  }

  /** The name to prepare a text under; undefined if there is none yet. */
  nameOf(text: string): string | undefined {
    return this.#isOn ? this.#names.get(text) : undefined;
  }

  /** The tables have changed, so the statement must be prepared under a new name. */
  rename(text: string): void {
    this.#names.set(text, `latchkey_${crypto.randomUUID()}`);
  }

  /** A pooler before the database doesn't keep prepared statements. */
  turnOff(): void {
    this.#isOn = false;
  }
}

/**
 * The name is a hash of the text: processes that share connections behind a pooler may see each
 * other's statements, so equal names must mean equal texts.
 */
async function nameFor(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"));
  return `latchkey_${hex.join("").slice(0, 40)}`;
}
