const remembered = 16;
const firstGuess = 400;

/** How long mails took of late to be handed over, so that a mail which is not sent can take as long. */
export class Pace {
  readonly #milliseconds: number[] = [];
  #turn = 0;

  /** Does the work and remembers how long it took. */
  async timed<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#milliseconds.push(performance.now() - started);
    if (this.#milliseconds.length > remembered) this.#milliseconds.shift();
    return result;
  }

  /** Waits as long as one of the last mails took, each in turn. */
  async imitate(): Promise<void> {
    this.#turn += 1;
    const known = this.#milliseconds;
    const length = known[this.#turn % known.length] ?? firstGuess;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, length);
    });
  }
}
