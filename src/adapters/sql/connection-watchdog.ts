import { withDeadline } from "../../core/async/deadline.js";
import { because } from "../../core/errors/reason.js";
import { isDemoted } from "./faults.js";

/** Schema changes may take long. */
const mayTakeLong = /^\s*(?:create|alter|drop)\b/i;

/**
 * Decides which connections to close. After a failover, the server may be gone without closing its
 * connections, so a statement would wait for many minutes. Or it stays as a replica and refuses
 * writes, while a new connection would reach its successor.
 */
export class ConnectionWatchdog {
  readonly #milliseconds: number;
  readonly #heard = new WeakMap<object, number>();
  readonly #lost = new WeakMap<object, unknown>();
  /** Connections that haven't responded since then may be dead, too. */
  #suspected = 0;

  /** 0 waits forever. */
  constructor(milliseconds: number) {
    this.#milliseconds = milliseconds;
  }

  /** Whether a connection of the pool may be used. */
  isUsable(connection: object): boolean {
    const heard = this.#heard.get(connection);
    if (heard === undefined) this.#heard.set(connection, Date.now());
    return heard === undefined || heard >= this.#suspected;
  }

  /** Whether the connection must be closed instead of reused. */
  isLost(connection: object): boolean {
    return this.#lost.has(connection);
  }

  /** Runs a statement within the time limit. */
  async run<T>(connection: object, statement: string, work: () => Promise<T>): Promise<T> {
    if (this.isLost(connection)) throw this.#lost.get(connection);
    const began = Date.now();
    const late = () => this.#giveUp(connection, { began, error: this.#tooLate() });
    try {
      return await (mayTakeLong.test(statement) ? work() : this.bounded(work(), late));
    } catch (error) {
      if (isDemoted(error)) this.#giveUp(connection, { began, error });
      throw error;
    } finally {
      if (!this.isLost(connection)) this.#heard.set(connection, Date.now());
    }
  }

  /** Rejects if `work` takes longer than the timeout. */
  bounded<T>(work: Promise<T>, late: () => Error = () => this.#tooLate()): Promise<T> {
    return this.#milliseconds > 0 ? withDeadline(work, this.#milliseconds, late) : work;
  }

  #giveUp<Fault>(connection: object, { began, error }: { began: number; error: Fault }): Fault {
    this.#lost.set(connection, error);
    this.#suspected = Math.max(this.#suspected, began);
    return error;
  }

  #tooLate(): Error {
    const message = `The database didn't respond within ${this.#milliseconds} ms, so the connection was closed. Check the database, or raise the option "timeout" of connect()`;
    return because("unreachable", new Error(message));
  }
}
