/** Maximum number of sessions; above it the older half is dropped. */
const most = 20_000;

interface Looked {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly owner: string | null;
}

/** When each session was last checked for revocation, in this process. Only a cache: it may be dropped at any time. */
export class RecentChecks {
  readonly #most: number;
  #recent = new Map<string, Looked>();
  #older = new Map<string, Looked>();

  constructor(sessions = most) {
    this.#most = sessions / 2;
  }

  /** Whether it was checked within so many milliseconds. If the clock was set back, it counts as long ago. */
  isRecent(sid: string, now: number, milliseconds: number): boolean {
    const looked = this.#recent.get(sid) ?? this.#older.get(sid);
    return looked !== undefined && Math.abs(now - looked.at) < milliseconds;
  }

  note(sid: string, looked: Looked): void {
    this.#recent.set(sid, looked);
    if (this.#recent.size < this.#most) return;
    this.#older = this.#recent;
    this.#recent = new Map();
  }

  /** A session was ended. The others needn't be checked again. */
  drop(sid: string): void {
    this.#recent.delete(sid);
    this.#older.delete(sid);
  }

  /** All sessions of one user were ended. */
  dropOf(owner: string): void {
    for (const spared of [this.#recent, this.#older]) {
      for (const [sid, one] of spared) if (one.owner === owner) spared.delete(sid);
    }
  }

  /** Something was ended; checking finds out whom it concerns. */
  forget(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
