import type { SessionDeps, Sessions } from "./contract.js";
import { databaseSessions } from "./database.js";
import { jwtSessions } from "./jwt.js";

export type {
  SessionContext,
  SessionDeps,
  SessionRead,
  Sessions,
  SessionUpdate,
} from "./contract.js";

/** The only place that looks at the session strategy. */
export function createSessions(deps: SessionDeps): Sessions {
  if (deps.strategy === "database" && deps.store) return databaseSessions(deps, deps.store);
  return jwtSessions(deps);
}
