import type { Ledger } from "./invariants.js";
import type { Seen } from "./seen.js";
import type { State } from "./state.js";
import type { Tally } from "./violation.js";

/** What is known while a sequence runs. */
export interface Model {
  /** The states that explain everything so far: more than one after a race that left no trace. */
  possible: readonly State[];
  readonly seen: Seen;
  readonly ledger: Ledger;
  readonly tally: Tally;
  readonly pass: (seconds: number) => void;
}
