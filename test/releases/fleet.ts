import { startFile, type Child } from "../support/children.js";
import type { Answerer } from "../support/client.js";
import type { Plan } from "./server.js";

/** A server of a version. */
export interface Server {
  readonly version: string;
  readonly answer: Answerer;
}

interface Running extends Server {
  readonly child: Child;
  /** What it hasn't answered yet. */
  readonly open: Set<Promise<unknown>>;
}

/** Servers behind one address: each request goes to any of them. */
export class Fleet {
  /** Answers that say that a server failed, and what servers logged as errors. */
  readonly faults: string[] = [];
  /** Answers by version. */
  readonly answered = new Map<string, number>();
  readonly #plan: Plan;
  readonly #hear: (message: unknown) => void;
  #running: readonly Running[] = [];

  constructor(plan: Plan, hear: (message: unknown) => void) {
    this.#plan = plan;
    this.#hear = hear;
  }

  /** Those that requests go to at the moment. */
  get servers(): readonly Server[] {
    return this.#running;
  }

  /** Sends a request anywhere. */
  readonly answer: Answerer = (request, config) => {
    const one = this.#running[Math.floor(Math.random() * this.#running.length)];
    if (!one) throw new Error("No server is running.");
    return one.answer(request, config);
  };

  async add(version: string, file: string): Promise<void> {
    const child = await startFile(file, this.#plan, this.#hear);
    const open = new Set<Promise<unknown>>();
    const answer: Answerer = async (request, config) => {
      const answering = child.answer(request, config);
      open.add(answering);
      const { status } = await answering.finally(() => open.delete(answering));
      this.answered.set(version, (this.answered.get(version) ?? 0) + 1);
      const { pathname } = new URL(request.url);
      if (status >= 500) this.faults.push(`${version}: ${status} at ${pathname}`);
      return answering;
    };
    this.#running = [...this.#running, { version, child, open, answer }];
  }

  /** Takes the oldest server of a version out, as a deploy does: what it has begun, it finishes. */
  async remove(version: string): Promise<void> {
    const one = this.#running.find((server) => server.version === version);
    if (!one) throw new Error(`No server of ${version} is running.`);
    this.#running = this.#running.filter((server) => server !== one);
    while (one.open.size > 0) await Promise.allSettled(one.open);
    await one.child.stop();
    this.faults.push(...one.child.codes("error").map((code) => `${version}: ${code}`));
  }

  async stop(): Promise<void> {
    for (const { version } of this.#running) await this.remove(version);
  }
}
