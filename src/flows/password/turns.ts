import { unavailable } from "../../http/problem.js";

/** How many may wait for their turn, and how many of them from one client. Others are told to come back. */
const longestQueue = 200;
const mostPerClient = 50;

/** Who wants something hashed, and for what. */
export interface Turn {
  /** The address of the client, if it is known. */
  readonly client?: string | undefined;
  /** Signing up waits until everybody who signs in has been served. */
  readonly signsUp?: boolean;
  /** Aborts when nobody waits for the response any more. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting {
  readonly client: string | undefined;
  readonly signsUp: boolean;
  /** The second request of a client waits until each other client had one served, and so on. */
  readonly round: number;
  readonly start: () => void;
  readonly refuse: () => void;
}

/**
 * Hashing takes a whole core for a while. At most half of them do that at a time, so that those who have
 * signed in already are served meanwhile. The queue is fair: clients take turns, however much each one asks for.
 */
export class Turns {
  readonly #atOnce: number;
  #working = 0;
  #round = 0;
  /** In the order in which they are served. */
  readonly #waiting: Waiting[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  async take<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (turn.signal?.aborted) throw unavailable();
    if (this.#working >= this.#atOnce) await this.#wait(turn);
    else this.#working += 1;
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  /** The next one gets the place, which stays taken. */
  #next(): void {
    const next = this.#waiting.shift();
    if (!next) {
      this.#working -= 1;
      return;
    }
    if (!next.signsUp) this.#round = next.round;
    next.start();
  }

  #wait({ client, signsUp = false, signal }: Turn): Promise<void> {
    const before = this.#waiting.filter((other) => other.client === client);
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
      const waiting: Waiting = { client, signsUp, round, start, refuse };
      signal?.addEventListener("abort", refuse);
      this.#enter(waiting);
    });
  }

  /** If the queue is full, the one who would be served last is refused: that may be the newcomer. */
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
  return one.signsUp === other.signsUp ? one.round < other.round : other.signsUp;
}

/** The cores of a machine belong to all configurations of its process. */
export const turns = new Turns(Math.max(1, Math.floor(cores() / 2)));

function cores(): number {
  // Node.js has it since version 21.
  const host: { navigator?: { readonly hardwareConcurrency?: unknown } } = globalThis;
  const many = host.navigator?.hardwareConcurrency;
  return typeof many === "number" ? many : 2;
}
