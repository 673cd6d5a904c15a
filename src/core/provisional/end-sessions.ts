import type { Store } from "../../types/store.js";

interface EndingFlow {
  readonly endSessions?: (store: Store, userId: string) => Promise<void>;
}

interface EndingContext {
  readonly store: Store | null;
  readonly flows: ReadonlyMap<string, EndingFlow>;
}

/** Ends the sessions of a user for whom nothing is proven. Throws if it can't. */
export async function endProvisional(
  { store, flows }: EndingContext,
  userId: string,
): Promise<void> {
  if (!store) return;
  for (const flow of flows.values()) await flow.endSessions?.(store, userId);
}
