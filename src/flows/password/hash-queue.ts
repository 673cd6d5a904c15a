import { unavailable } from "../../core/http/request-problem.js";

/** How many requests may wait, in total and per client. Others are asked to retry. */
const longestQueue = 100;
const mostPerClient = 25;

/** The request that needs something hashed, and why. */
export interface QueuedHash {
  /** The client's IP address, if known. */
  readonly client?: string | undefined;
  /** The browser has signed in under this name before: it goes first, with one request of its client at a time. */
  readonly isKnown?: boolean;
  /** Sign-ups wait until all sign-ins have been served. */
  readonly signsUp?: boolean;
  /** Aborts when the client disconnects. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly client: string | undefined;
  /** 0: known browsers. 1: other sign-ins. 2: sign-ups. */
  readonly rank: number;
  /** A client's second request waits until each other client had one served, and so on. */
  readonly round: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Hashing occupies a core for a while. At most half of the cores hash at a time, so that signed-in users are
 * still served. The queue is fair: clients take turns, however many requests each one sends, and a flood from many addresses
 * doesn't lock out those who sign in where they have before.
 */
export class HashQueue {
  readonly #atOnce: number;
  #working = 0;
  #round = 0;
  /** In the order in which they're served. */
  readonly #waiting: Waiting[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(turn: QueuedHash, work: () => Promise<T>): Promise<T> {
    if (turn.signal?.aborted) throw unavailable();
    if (this.#working >= this.#atOnce) await this.#wait(turn);
    else this.#working += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** Passes the slot on to the next in line. */
  #next(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#working -= 1;
      return;
    }
    if (next.rank === 1) this.#round = next.round;
    next.start();
  }

  #wait({ client, isKnown, signsUp, signal }: QueuedHash): Promise<void> {
    const before = this.#waiting.filter((other) => other.client === client);
    const rank = signsUp ? 2 : isKnown && before.every((other) => other.rank > 0) ? 0 : 1;
    if (client !== undefined && before.length >= mostPerClient) throw unavailable();
    const round = 1 + Math.max(this.#round, ...before.map((other) => other.round));
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#leave(waiting);
        signal?.removeEventListener("abort", refuse);
        reject(unavailable());
      };
      const start = () => {
        signal?.removeEventListener("abort", refuse);
        resolve();
      };
      const waiting: Waiting = { client, rank, round, start, refuse };
      signal?.addEventListener("abort", refuse);
      this.#enter(waiting);
    });
  }

  /** If the queue is full, the last in line is refused, which may be the new request. */
  #enter(waiting: Waiting): void {
    const place = this.#waiting.findIndex((other) => isBefore(waiting, other));
    this.#waiting.splice(place === -1 ? this.#waiting.length : place, 0, waiting);
    if (this.#waiting.length > longestQueue) this.#waiting.at(-1)?.refuse();
  }

  #leave(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place !== -1) this.#waiting.splice(place, 1);
  }
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.rank === other.rank ? one.round < other.round : one.rank < other.rank;
}

/** A hash takes 128 MiB, and one of the four threads that Node.js also uses for files and DNS. */
const mostAtOnce = 3;

/** All configurations of a process share the machine's cores and memory. */
export const hashQueue = new HashQueue(Math.min(mostAtOnce, Math.max(1, Math.floor(cores() / 2))));

function cores(): number {
  // Available in Node.js since version 21.
  const host: { navigator?: { readonly hardwareConcurrency?: unknown } } = globalThis;
  const many = host.navigator?.hardwareConcurrency;
  return typeof many === "number" ? many : 2;
}
