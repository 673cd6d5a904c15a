import type { SharedState } from "./contract.js";
import { processState } from "./process.js";

export interface Choice {
  readonly shared: SharedState;
  /** Whether other processes see it, or the application says that there are none. */
  readonly seenByAll: boolean;
}

export interface Candidates {
  /** What the configuration names. */
  readonly given: SharedState | undefined;
  /** What the adapter can hold; null when it could, and its table is missing. */
  readonly brought: () => Promise<SharedState | null | undefined>;
  readonly warn: (code: "shared-state-missing", message: string) => void;
}

/** The state that the configuration names, else that of the adapter, else this process's memory. */
export async function chooseState({ given, brought, warn }: Candidates): Promise<Choice> {
  const shared = given ?? (await brought());
  if (shared) return { shared, seenByAll: true };
  if (shared === null) warn("shared-state-missing", tableMissing);
  return { shared: processState, seenByAll: false };
}

const tableMissing =
  "The database has no table for shared state yet, so that single use and limits count in this process alone. Run `npx latchkey migrate`, or `migrate(db)`.";
