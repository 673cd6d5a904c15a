// The processes of the application: some are killed, and others take their place.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const entry = fileURLToPath(new URL("server.mjs", import.meta.url));

export class Processes {
  /** The newest link that was sent to an address. */
  links = new Map();
  killed = 0;
  /** Those that ended although nobody had killed them. */
  crashed = 0;
  #env;
  #running = new Map();
  #starting = new Set();

  constructor(env) {
    this.#env = env;
  }

  async start() {
    const child = fork(entry, { env: { ...process.env, ...this.#env }, stdio: "inherit" });
    const port = await new Promise((resolve, reject) => {
      child.once("exit", () => reject(new Error("A process ended before it listened.")));
      child.on("message", (message) => {
        if (message.port !== undefined) resolve(message.port);
        else this.links.set(message.to, message.link);
      });
    });
    this.#running.set(child, `http://127.0.0.1:${port}`);
    child.once("exit", () => {
      if (this.#running.delete(child)) this.crashed += 1;
    });
  }

  /** The origin of any of them. */
  any() {
    return pick([...this.#running.values()]);
  }

  /** Until those that were started are there. */
  async complete() {
    await Promise.all(this.#starting);
  }

  /** Kills one, in whatever it is doing, and starts another, which listens a little later. */
  async replaceOne() {
    if (this.#running.size < 3) await this.complete();
    await this.#kill(pick([...this.#running.keys()]));
    this.killed += 1;
    const starting = this.start();
    this.#starting.add(starting);
    void starting.finally(() => this.#starting.delete(starting));
  }

  async stop() {
    await Promise.allSettled(this.#starting);
    await Promise.all([...this.#running.keys()].map((child) => this.#kill(child)));
  }

  async #kill(child) {
    this.#running.delete(child);
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

export const pick = (list) => list[Math.floor(Math.random() * list.length)];
