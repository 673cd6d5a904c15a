import type { SharedState } from "./contract.js";
import { processState } from "./process.js";

export interface Choice {
  readonly shared: SharedState;
  /** Whether other processes see it, or the app declares that there are none. */
  readonly seenByAll: boolean;
}

export interface Candidates {
  /** The configured state. */
  readonly given: SharedState | undefined;
  /** The state in the adapter's store; null if its table is missing. */
  readonly brought: () => Promise<SharedState | null | undefined>;
  readonly warn: (code: "shared-state-missing", message: string) => void;
}

/** The configured state, otherwise the adapter's, otherwise this process's memory. */
export async function chooseState({ given, brought, warn }: Candidates): Promise<Choice> {
  const shared = given ?? (await brought());
  if (shared) return { shared, seenByAll: true };
  if (shared === null) warn("shared-state-missing", tableMissing);
  return { shared: processState, seenByAll: false };
}

const tableMissing =
  "The database has no table for shared state yet, so rate limits and single use are enforced per process only. Run `npx latchkey migrate`, or `migrate(db)`.";
