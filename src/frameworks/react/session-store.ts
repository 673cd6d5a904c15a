import type { Session } from "../../types/session.js";
import { listen, tell, type Message } from "./channel.js";
import { fetchSession, postSession, whoIs, type Fetched } from "./fetch-session.js";
import { dropReads } from "./page.js";

/** What is known of the session. */
export type Snapshot =
  | { readonly data: Session; readonly status: "authenticated" }
  | { readonly data: null; readonly status: "loading" | "unauthenticated" };

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
    if (this.#snapshot.status === "loading") this.#reading ??= this.#readFirst();
    else this.#announce();
    return () => {
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
    if (session) tell({ kind: "changed" }, this.#channel);
    return session;
  };

  async #readFirst(): Promise<void> {
    await this.refresh();
    this.#reading = undefined;
    this.#announce();
  }

  #announce(): void {
    tell({ kind: "seen", who: whoIs(this.#snapshot.data) }, this.#channel);
  }

  #hear(message: Message): void {
    const { status, data } = this.#snapshot;
    if (message.kind === "seen" && (status === "loading" || message.who === whoIs(data))) return;
    // What is under way was asked before the news.
    dropReads();
    if (message.kind !== "signed-out") return void this.refresh();
    this.#asked += 1;
    this.#learn(this.#asked, null);
  }

  /** No answer says nothing about a session that is known. */
  #learn(number: number, fetched: Fetched): Session | null {
    const isNews = number > this.#learned && (fetched !== undefined || this.#isOpen());
    if (!isNews) return this.#snapshot.data;
    this.#learned = number;
    this.#snapshot = snapshotOf(fetched ?? null);
    for (const listener of this.#listeners) listener();
    return this.#snapshot.data;
  }

  #isOpen(): boolean {
    return this.#snapshot.status === "loading";
  }
}

const loading: Snapshot = { data: null, status: "loading" };

function snapshotOf(session: Session | null): Snapshot {
  return session
    ? { data: session, status: "authenticated" }
    : { data: null, status: "unauthenticated" };
}
