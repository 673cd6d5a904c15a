import type { SessionDeps, Sessions } from "./contract.js";
import { jwtSessions } from "./jwt/index.js";

export type {
  CurrentSession,
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
  SessionUpdate,
} from "./contract.js";

/** Chooses the session strategy. The only place that looks at it. */
export async function createSessions(deps: SessionDeps): Promise<Sessions> {
  if (deps.strategy !== "database" || !deps.store) return jwtSessions(deps);
  const { databaseSessions } = await import("#database-sessions");
  if (!deps.hashed) return databaseSessions(deps, deps.store);
  const { hashedStore } = await import("./hashed-store.js");
  return databaseSessions(deps, hashedStore(deps.store, deps));
}
