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

/** The only place that looks at the session strategy. */
export async function createSessions(deps: SessionDeps): Promise<Sessions> {
  if (deps.strategy !== "database" || !deps.store) return jwtSessions(deps);
  const { databaseSessions } = await import("./database/index.js");
  if (!deps.hashed) return databaseSessions(deps, deps.store);
  const { hashedStore } = await import("./hashed-store.js");
  return databaseSessions(deps, hashedStore(deps.store, deps));
}
