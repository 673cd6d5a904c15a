import type { Session } from "../../types/session.js";
import { listen, type Message, broadcast } from "./channel.js";
import {
  type Fetched,
  fetchSession,
  isSameWho,
  postSession,
  unavailable,
  whoIs,
} from "./fetch-session.js";
import { dropReads } from "./page.js";

const first = 1000;
const longest = 30_000;

/** Milliseconds before the next retry: exponential, with jitter. */
function pauseBefore(attempt: number, chance: number): number {
  return Math.min(longest, first * 2 ** attempt) * (0.5 + chance / 2);
}

/** Retries with increasing delays until stopped. */
class Retries {
  readonly #retry: () => void;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #allowed = false;

  constructor(retry: () => void) {
    this.#retry = retry;
  }

  allow(): void {
    this.#allowed = true;
  }

  /** It didn't work. */
  again(): void {
    if (!this.#allowed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#retry, pauseBefore(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  done(): void {
    clearTimeout(this.#timer);
    this.#attempt = 0;
  }

  stop(): void {
    this.done();
    this.#allowed = false;
  }
}

/**
 * The session's state. With `error`, it is the last known state, because the server can't be
 * reached.
 */
export type Snapshot = { readonly error?: Error } & (
  | { readonly data: Session; readonly status: "authenticated" }
  | { readonly data: null; readonly status: "loading" | "unauthenticated" }
);

/**
 * The session of one provider. Reads are numbered in the order in which they were sent, so a late
 * response never replaces something newer, such as a sign-out.
 */
export class SessionStore {
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();
  #asked = 0;
  #learned = 0;
  #reading: Promise<void> | undefined;
  #channel: BroadcastChannel | undefined;
  readonly #retries = new Retries(() => void this.refresh());

  /** If `session` is undefined, it must be read. */
  constructor(session: Fetched) {
    this.#snapshot = session === undefined ? loading : snapshotOf(session);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** Starts listening, and reads the session if it's unknown. Mounting twice reads it once. */
  readonly open = (): (() => void) => {
    this.#channel = listen((message) => this.#hear(message));
    this.#retries.allow();
    if (this.#snapshot.status === "loading") this.#reading ??= this.#readFirst();
    else this.#announce();
    return () => {
      this.#retries.stop();
      this.#channel?.close();
      this.#channel = undefined;
    };
  };

  /** Asks again. */
  readonly refresh = async (): Promise<Session | null> => {
    this.#asked += 1;
    return this.#learn(this.#asked, await fetchSession());
  };

  readonly update = async (data?: unknown): Promise<Session | null> => {
    this.#asked += 1;
    const number = this.#asked;
    const fetched = await (data === undefined ? fetchSession() : postSession(data));
    const session = this.#learn(number, fetched);
    if (session && fetched) broadcast({ kind: "changed" }, this.#channel);
    return session;
  };

  async #readFirst(): Promise<void> {
    await this.refresh();
    this.#reading = undefined;
    if (this.#snapshot.status !== "loading") this.#announce();
  }

  #announce(): void {
    broadcast({ kind: "seen", who: whoIs(this.#snapshot.data) }, this.#channel);
  }

  #hear(message: Message): void {
    const { status, data } = this.#snapshot;
    if (message.kind === "seen" && (status === "loading" || isSameWho(message.who, whoIs(data)))) {
      return;
    }
    // Reads in progress were sent before the change.
    dropReads();
    if (message.kind !== "signed-out") return void this.refresh();
    this.#asked += 1;
    this.#learn(this.#asked, null);
  }

  /** Without a response, the known session is kept and the read is retried. */
  #learn(number: number, fetched: Fetched): Session | null {
    if (number <= this.#learned) return this.#snapshot.data;
    if (fetched === undefined) {
      this.#show({ ...this.#snapshot, error: unavailable() });
      this.#retries.again();
    } else {
      this.#learned = number;
      this.#show(snapshotOf(fetched));
      this.#retries.done();
    }
    return this.#snapshot.data;
  }

  #show(snapshot: Snapshot): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }
}

const loading: Snapshot = { data: null, status: "loading" };

function snapshotOf(session: Session | null): Snapshot {
  return session
    ? { data: session, status: "authenticated" }
    : { data: null, status: "unauthenticated" };
}
