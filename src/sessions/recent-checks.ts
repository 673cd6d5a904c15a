/** Sessions that are remembered; then the older half is forgotten. */
const most = 20_000;

interface Looked {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly owner: string | null;
}

/**
 * When each session was last checked, in this process. What it holds is never more than a spared
 * question: it may be forgotten at any time.
 */
export class RecentChecks {
  readonly #most: number;
  #recent = new Map<string, Looked>();
  #older = new Map<string, Looked>();

  constructor(sessions = most) {
    this.#most = sessions / 2;
  }

  /**
   * Whether it was looked after so many milliseconds ago at most. A clock that was put back makes that
   * a long time ago, not a time to come.
   */
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

  /** A session was ended. The others are not asked about for that. */
  drop(sid: string): void {
    this.#recent.delete(sid);
    this.#older.delete(sid);
  }

  /** Those of one user were ended. */
  dropOf(owner: string): void {
    for (const spared of [this.#recent, this.#older]) {
      for (const [sid, one] of spared) if (one.owner === owner) spared.delete(sid);
    }
  }

  /** Something was ended: whom that concerns is found out by looking. */
  forget(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
