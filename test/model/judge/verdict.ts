import type { Answer, Ending } from "../answer.js";

/** What the model says a request must come to. */
export interface Verdict {
  readonly endings: readonly Ending[];
  /** Why, to be read when it came to something else. */
  readonly because: string;
  /** Whose session it is then; null for nobody's, absent where that isn't told. */
  readonly who?: string | null;
  /** Whether the session cookie is set although nobody signs in. */
  readonly renews?: "must" | "may" | "never";
  /** A session of before there were ids, which may get one by the way: the cookie is set then. */
  readonly adopts?: string;
  /** What the state becomes once the answer is as it must be. */
  settle(ending: Ending, answer: Answer): void;
}

function nothing(): void {}

export function refuse(because: string, settle: Verdict["settle"] = nothing): Verdict {
  return { endings: ["refused"], because, settle };
}

export function accept(
  ending: Ending,
  because: string,
  settle: Verdict["settle"] = nothing,
): Verdict {
  return { endings: [ending], because, settle };
}

/** The same verdict, and the state changes in one more way, whatever comes of it. */
export function andAlso(verdict: Verdict, change: (answer: Answer) => void): Verdict {
  return {
    ...verdict,
    settle: (ending, answer) => {
      verdict.settle(ending, answer);
      change(answer);
    },
  };
}
