import type { Browser } from "../support/client.js";
import { atProvider, journeys } from "./journeys.js";
import type { SignedIn } from "./signed-in.js";
import { siteAt, type World } from "./site.js";
import type { Fleet } from "./fleet.js";

/** Somebody who signs in again and again, in every way; what they were told must stay true. */
export class Visitor {
  /** What wasn't as they were told. */
  readonly complaints: string[] = [];
  readonly done = new Map<string, number>();
  readonly #fleet: Fleet;
  readonly #world: World;
  readonly #name: string;
  readonly #journeys: readonly string[];
  /** Sessions that nobody has ended, and those that were. */
  #living: readonly Session[] = [];
  #ended: readonly Session[] = [];
  #times = 0;

  constructor(fleet: Fleet, { name, world, ways }: Options) {
    this.#fleet = fleet;
    this.#world = world;
    this.#name = name;
    // Each begins with another one.
    const first = Number(name) % ways.length;
    this.#journeys = [...ways.slice(first), ...ways.slice(0, first)];
  }

  /** Visits the site until it's over. */
  async visit(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const way = this.#journeys[this.#times++ % this.#journeys.length] ?? "";
      await this.#noted(way, () => this.#signIn(way));
      for (const session of this.#living.slice(-3)) {
        await this.#noted(`${session.way}, later`, () => this.#read(session));
      }
      const oldest = this.#living[0];
      if (oldest && this.#living.length > 4) {
        await this.#noted(`${oldest.way}, ended`, () => this.#end(oldest));
      }
    }
  }

  /** Sessions that weren't ended are there on every server, and those that were on none. */
  async check(): Promise<void> {
    for (const { version, answer } of this.#fleet.servers) {
      for (const session of this.#living) {
        await this.#noted(`${session.way}, at last on ${version}`, () =>
          this.#read(session, answer),
        );
      }
      for (const { way, signedIn } of this.#ended) {
        await this.#noted(`${way}, ended long ago, on ${version}`, async () =>
          expectSame(await signedIn.who(answer), null),
        );
      }
    }
  }

  async #signIn(way: string): Promise<void> {
    const journey = journeys[way];
    if (!journey) throw new Error(`There is no ${way}.`);
    const site = siteAt(this.#fleet.answer, this.#world);
    const own = `visitor-${this.#name}-${this.#times}@example.com`;
    const email = way === atProvider ? this.#world.rogue.person.email : own;
    const { browser, has = {} } = await journey.start(site, own);
    const session = { way, email, browser, signedIn: await journey.goOn(site, browser, has) };
    await this.#read(session);
    this.#living = [...this.#living, session];
  }

  async #read({ email, browser, signedIn }: Session, at?: Parameters<SignedIn["who"]>[0]) {
    expectSame(await signedIn.who(at), email);
    if (at || browser.sessionToken() === undefined) return;
    const { status } = await browser.update({ name: "A new name" });
    expectSame(status, 200);
    // As a page does that asks for several things.
    const all = await Promise.all([1, 2, 3].map(() => browser.session()));
    expectSame(all.includes(null), false);
  }

  async #end(session: Session): Promise<void> {
    this.#living = this.#living.filter((one) => one !== session);
    const { ok, status } = await session.signedIn.end();
    expectSame(ok || status === 302 || status === 303, true);
    this.#ended = [...this.#ended, session];
    for (const { answer } of this.#fleet.servers) {
      expectSame(await session.signedIn.who(answer), null);
    }
  }

  async #noted(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.done.set(what, (this.done.get(what) ?? 0) + 1);
    } catch (error) {
      this.complaints.push(`${what}: ${String(error)}`);
    }
  }
}

interface Options {
  readonly name: string;
  readonly world: World;
  /** The journeys they know. */
  readonly ways: readonly string[];
}

interface Session {
  readonly way: string;
  readonly email: string;
  readonly browser: Browser;
  readonly signedIn: SignedIn;
}

function expectSame(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`${String(found)} instead of ${String(expected)}`);
}
