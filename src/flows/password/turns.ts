import { unavailable } from "../../http/problem.js";

/** How many may wait for their turn. Whoever comes then is told to come back. */
const longestQueue = 200;

/**
 * Hashing takes a whole core for a while. At most half of them do that at a time, so that those who have
 * signed in already are served meanwhile.
 */
export class Turns {
  readonly #atOnce: number;
  #working = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working >= this.#atOnce) await this.#wait();
    else this.#working += 1;
    try {
      return await work();
    } finally {
      // The next one gets the place, which stays taken.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#working -= 1;
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= longestQueue) throw unavailable();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}

/** The cores of a machine belong to all configurations of its process. */
export const turns = new Turns(Math.max(1, Math.floor(cores() / 2)));

function cores(): number {
  // Node.js has it since version 21.
  const host: { navigator?: { readonly hardwareConcurrency?: unknown } } = globalThis;
  const many = host.navigator?.hardwareConcurrency;
  return typeof many === "number" ? many : 2;
}
