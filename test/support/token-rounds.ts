import { expect } from "vitest";
import { startApp, type Child } from "./children.js";
import type { TokensPlan } from "./children/tokens-plan.js";
import type { RotatingServer } from "./oauth/rotating.js";
import { isLongRounds } from "./long-form.js";

/** What the rounds have done. */
export type Counts = Record<
  "rounds" | "requests" | "refreshes" | "kills" | "holders" | "lost" | "revoked",
  number
>;

declare module "vitest" {
  interface TaskMeta {
    /** For the figures of the long form. */
    tokens?: Counts;
  }
}

/** Those whose tokens run out, all at the same time. */
export const people = isLongRounds ? 8 : 2;
/** What happens while a token is refreshed. */
export type Turn = "calm" | "unreached" | "lost-answer" | "kill";
const turns: readonly Turn[] = [
  ...(["calm", "unreached", "lost-answer", "unreached", "lost-answer", "kill"] as const),
];
const waves = Math.ceil(1000 / people);
export const roundsTimeout = isLongRounds ? 3_600_000 : 120_000;

/** Somebody whose access token is asked for, by any of the processes. */
export interface Person {
  /** The access token runs out, where it isn't always about to. */
  expire?(): Promise<void>;
  /** The access token, by the process of this number. Rejects when it is no more. */
  ask(index: number): Promise<string>;
  /** The same, and this time its answer arrives. */
  settle(): Promise<string>;
}

/** Processes that serve the same application. */
export class Fleet {
  readonly #children: Child[] = [];
  readonly #plan: TokensPlan;
  readonly #size: number;

  constructor(plan: TokensPlan, size = 4) {
    this.#plan = plan;
    this.#size = size;
  }

  at(index: number): Child {
    const child = this.#children[index % this.#children.length];
    if (!child) throw new Error("No process was started.");
    return child;
  }

  all(): readonly Child[] {
    return this.#children;
  }

  async fill(): Promise<void> {
    const missing = this.#size - this.#children.length;
    const started = Array.from({ length: missing }, () => startApp("tokens", this.#plan));
    this.#children.push(...(await Promise.all(started)));
  }

  /** Ends all but one, whatever they are doing. How many. */
  async killMost(): Promise<number> {
    const dying = this.#children.splice(0, this.#size - 1);
    await Promise.all(dying.map((child) => child.kill()));
    return dying.length;
  }

  async stop(): Promise<void> {
    for (const child of this.#children.splice(0)) await child.stop();
  }
}

interface Rounds {
  readonly server: RotatingServer;
  readonly people: readonly Person[];
  /** Absent: everything happens in this process, which stays alive. */
  readonly fleet?: Fleet;
  /** What happens in the short form, one after the other. */
  readonly short: readonly Turn[];
}

const perPerson = 12;

/** Tokens that run out again and again, while answers get lost and processes die. */
export async function runRounds({ server, people: all, fleet, short }: Rounds): Promise<Counts> {
  const before = { refreshed: server.refreshed(), abandoned: server.abandoned() };
  const counts: Counts = {
    ...{ rounds: 0, requests: 0, refreshes: 0, kills: 0, holders: 0, lost: 0, revoked: 0 },
  };
  const long = Array.from({ length: waves }, (_, wave) => turns[wave % turns.length] ?? "calm");
  for (const turn of isLongRounds ? long : short) {
    const kills = turn === "kill" && fleet !== undefined;
    await Promise.all(all.map((person) => person.expire?.()));
    if (turn === "lost-answer" || turn === "unreached") {
      server.faults.push(turn);
      counts.lost += 1;
    }
    const check = checking(server);
    const somebodyAsks = firstRequest(server);
    const asked = all.map((person) => askMany(person, kills, check));
    if (kills) {
      await somebodyAsks();
      counts.kills += await fleet.killMost();
    }
    await Promise.all(asked);
    server.faults.length = 0;
    await Promise.all(all.map(async (person) => check(await person.settle())));
    await fleet?.fill();
    counts.rounds += all.length;
    counts.requests += all.length * (perPerson + 1);
    await pause(Math.random() * 20);
  }
  expect(server.revoked()).toBe(0);
  counts.refreshes = server.refreshed() - before.refreshed;
  // Most rounds make one; a browser that didn't get the cookie finds what there is.
  expect(counts.refreshes).toBeGreaterThanOrEqual(counts.rounds / 2);
  counts.holders = server.abandoned() - before.abandoned;
  return counts;
}

/** Waits until a process asks the provider, and a little longer. */
function firstRequest({ asked }: RotatingServer) {
  const before = asked();
  return async (): Promise<void> => {
    for (let tries = 0; asked() === before && tries < 1000; tries++) await pause(3);
    await pause(Math.random() * 40);
  };
}

/** Each token is tried as soon as somebody has it: it may live briefly. */
function checking({ accepts }: RotatingServer) {
  const tried = new Map<string, Promise<boolean>>();
  return async (token: string): Promise<void> => {
    const works = tried.get(token) ?? accepts(token);
    tried.set(token, works);
    expect(await works, token).toBe(true);
  };
}

/** Many requests for one person, spread over the processes. */
async function askMany(
  person: Person,
  mayDie: boolean,
  check: (token: string) => Promise<void>,
): Promise<void> {
  const askOne = async (index: number): Promise<void> => {
    await pause(Math.random() * 40);
    const asked = person.ask(index);
    const token = await (mayDie ? asked.catch(() => undefined) : asked);
    if (token !== undefined) await check(token);
  };
  await Promise.all(Array.from({ length: perPerson }, (_, index) => askOne(index)));
}

const pause = (time: number) => new Promise((wake) => setTimeout(wake, time));
