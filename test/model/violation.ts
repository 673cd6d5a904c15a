/** What must hold, whatever is sent in whatever order. */
export const invariants = [
  "a single-use thing is consumed at most once",
  "nobody gets a session without proof",
  "sign-out is final",
  "what was ended stays ended",
  "the list is the one the model gives",
  "no redirect leaves the origin",
  "no cookie without its flags",
  "a refused request changes nothing",
  "the answer is the one the model gives",
  "the store holds what the model holds",
] as const;

export type Invariant = (typeof invariants)[number];

export class Violation extends Error {
  override name = "Violation";
  readonly invariant: Invariant;

  constructor(invariant: Invariant, detail: string) {
    super(`${invariant}: ${detail}`);
    this.invariant = invariant;
  }
}

/** Counts what was checked, so that a check that never runs is noticed. */
export class Tally {
  readonly checked = new Map<Invariant, number>();
  /** How often a kind of request came to what. */
  readonly endings = new Map<string, number>();
  runs = 0;
  commands = 0;
  requests = 0;

  figures(): Record<"sequences" | "commands" | "requests" | "checks", number> {
    const checks = [...this.checked.values()].reduce((sum, many) => sum + many, 0);
    return { sequences: this.runs, commands: this.commands, requests: this.requests, checks };
  }

  /** A request was answered. */
  count(what: string): void {
    this.requests += 1;
    this.endings.set(what, (this.endings.get(what) ?? 0) + 1);
  }

  /** Something was looked at, and it holds. */
  held(invariant: Invariant): void {
    this.checked.set(invariant, (this.checked.get(invariant) ?? 0) + 1);
  }

  /** Throws unless it holds. */
  check(invariant: Invariant, holds: boolean, detail: () => string): void {
    if (!holds) throw new Violation(invariant, detail());
    this.held(invariant);
  }
}
