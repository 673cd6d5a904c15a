import type { SessionDeps, Sessions } from "./contract.js";
import { jwtSessions } from "./jwt.js";

export type {
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
  SessionUpdate,
} from "./contract.js";

/** The only place that looks at the session strategy. */
export async function createSessions(deps: SessionDeps): Promise<Sessions> {
  if (deps.strategy !== "database" || !deps.store) return jwtSessions(deps);
  const { databaseSessions } = await import("./database.js");
  return databaseSessions(deps, deps.store);
}
