import type { Session } from "../../types/session.js";
import { listen, tell, type Message } from "./channel.js";
import { fetchSession, isSameWho, postSession, whoIs, type Fetched } from "./fetch-session.js";
import { dropReads } from "./page.js";
import { Retries } from "./retries.js";
import { unavailable } from "./unavailable.js";

/** What is known of the session. `error` says that this is how it was, and it can not be asked now. */
export type Snapshot = { readonly error?: Error } & (
  | { readonly data: Session; readonly status: "authenticated" }
  | { readonly data: null; readonly status: "loading" | "unauthenticated" }
);

/**
 * The session as one provider knows it. What is learned is numbered in the order it was asked for, so
 * that a late answer never takes the place of something newer, such as a sign-out.
 */
export class SessionStore {
  #snapshot: Snapshot;
  readonly #listeners = new Set<() => void>();
  #asked = 0;
  #learned = 0;
  #reading: Promise<void> | undefined;
  #channel: BroadcastChannel | undefined;
  readonly #retries = new Retries(() => void this.refresh());

  /** `session` undefined: it has to be asked for. */
  constructor(session: Fetched) {
    this.#snapshot = session === undefined ? loading : snapshotOf(session);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly snapshot = (): Snapshot => this.#snapshot;

  /** Begins to listen, and asks if nothing is known. Mounting twice asks once. */
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
    if (session && fetched) tell({ kind: "changed" }, this.#channel);
    return session;
  };

  async #readFirst(): Promise<void> {
    await this.refresh();
    this.#reading = undefined;
    if (this.#snapshot.status !== "loading") this.#announce();
  }

  #announce(): void {
    tell({ kind: "seen", who: whoIs(this.#snapshot.data) }, this.#channel);
  }

  #hear(message: Message): void {
    const { status, data } = this.#snapshot;
    if (message.kind === "seen" && (status === "loading" || isSameWho(message.who, whoIs(data)))) {
      return;
    }
    // What is under way was asked before the news.
    dropReads();
    if (message.kind !== "signed-out") return void this.refresh();
    this.#asked += 1;
    this.#learn(this.#asked, null);
  }

  /** No answer says nothing about the session: what was known stays, and it is asked again. */
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
