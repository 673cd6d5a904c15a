import { withDeadline } from "../../deadline.js";
import { isDemoted } from "./faults.js";

/** Changes of tables take their time. */
const mayTakeLong = /^\s*(?:create|alter|drop)\b/i;

/**
 * Gives up connections that are no longer of use. After a failover the server may be gone without a word, so that a
 * statement waits for as long as the system goes on trying, many minutes. Or it goes on as a replica and refuses
 * every write, while a new connection would reach its successor.
 */
export class Patience {
  readonly #milliseconds: number;
  readonly #heard = new WeakMap<object, number>();
  readonly #lost = new WeakMap<object, unknown>();
  /** What was last heard of before may be dead as well. */
  #suspected = 0;

  /** 0 waits for ever. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Whether a connection of the pool may be used. */
  trusts(connection: object): boolean {
    const heard = this.#heard.get(connection);
    if (heard === undefined) this.#heard.set(connection, Date.now());
    return heard === undefined || heard >= this.#suspected;
  }

  /** Whether it is to be closed rather than used again. */
  gaveUp(connection: object): boolean {
    return this.#lost.has(connection);
  }

  /** Runs a statement. */
  async over<T>(connection: object, statement: string, work: () => Promise<T>): Promise<T> {
    if (this.gaveUp(connection)) throw this.#lost.get(connection);
    const began = Date.now();
    const late = () => this.#giveUp(connection, { began, error: this.#tooLate() });
    try {
      return await (mayTakeLong.test(statement) ? work() : this.bounded(work(), late));
    } catch (error) {
      if (isDemoted(error)) this.#giveUp(connection, { began, error });
      throw error;
    } finally {
      if (!this.gaveUp(connection)) this.#heard.set(connection, Date.now());
    }
  }

  /** Waits no longer than it may take. */
  bounded<T>(work: Promise<T>, late: () => Error = () => this.#tooLate()): Promise<T> {
    return this.#milliseconds > 0 ? withDeadline(work, this.#milliseconds, late) : work;
  }

  #giveUp<Fault>(connection: object, { began, error }: { began: number; error: Fault }): Fault {
    this.#lost.set(connection, error);
    this.#suspected = Math.max(this.#suspected, began);
    return error;
  }

  #tooLate(): Error {
    return new Error(
      `The database did not answer within ${this.#milliseconds} ms, and the connection was given up. Look at the database, or raise the option "timeout" of connect()`,
    );
  }
}
