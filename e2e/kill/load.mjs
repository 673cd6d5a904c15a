// Steady sign-ins. What the visitors were told is kept, to be compared with what is in the store.
import { setTimeout as pause } from "node:timers/promises";
import { pick } from "./processes.mjs";
import { Visitor } from "./visitor.mjs";

const atOnce = 3;

export class Load {
  /** Sign-ins that somebody was told of: address and session. */
  acknowledged = [];
  /** How many sessions each link gave. */
  uses = new Map();
  /** Sessions that were said to be none although they were acknowledged. */
  signedOut = 0;
  reads = 0;
  failures = 0;
  #processes;
  #next = 0;

  constructor(processes) {
    this.#processes = processes;
  }

  /** Runs until `isOver`. A failed request is no harm: the outage is ours. */
  async run(workers, isOver) {
    const work = async () => {
      while (!isOver()) {
        const step = pick([this.byEmail, this.byHub, this.again, this.read]);
        await step.call(this).catch(() => {
          this.failures += 1;
          return pause(50);
        });
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  /** One link, followed several times at once. */
  async byEmail(address = this.#newAddress("mail")) {
    const visitor = new Visitor();
    await visitor.submit(this.#processes.any(), "signin/email", { email: address });
    const link = await this.#linkFor(address);
    if (link === undefined) throw new Error("No mail came.");
    this.uses.set(link, 0);
    const told = await this.#crowd(address, (one) => one.follow(this.#processes, link));
    this.uses.set(link, told);
    return told;
  }

  /** Several first sign-ins of one person at once. */
  byHub(address = this.#newAddress("hub")) {
    return this.#crowd(address, (one) => one.viaHub(this.#processes, address));
  }

  async again() {
    const known = pick(this.acknowledged.filter(({ address }) => address.startsWith("hub")));
    if (known) {
      await this.#crowd(known.address, (one) => one.viaHub(this.#processes, known.address));
    }
  }

  async read() {
    const known = pick(this.acknowledged);
    if (!known) return;
    const response = await known.visitor.send(`${this.#processes.any()}/auth/session`);
    this.reads += 1;
    if (response.status === 200 && (await response.json()) === null) this.signedOut += 1;
  }

  #newAddress(kind) {
    this.#next += 1;
    return `${kind}-${this.#next}@example.org`;
  }

  async #linkFor(address) {
    for (let waited = 0; waited < 40; waited += 1) {
      const link = this.#processes.links.get(address);
      if (link !== undefined) return link;
      await pause(25);
    }
    return undefined;
  }

  /** How many of them were told that they are signed in. */
  async #crowd(address, enter) {
    const visitors = Array.from({ length: atOnce }, () => new Visitor());
    const ends = await Promise.allSettled(visitors.map((visitor) => enter(visitor)));
    this.failures += ends.filter(({ status }) => status === "rejected").length;
    const told = visitors.filter((visitor) => visitor.sessionToken() !== undefined);
    for (const visitor of told) {
      this.acknowledged.push({ address, visitor, sessionToken: visitor.sessionToken() });
    }
    return told.length;
  }
}
