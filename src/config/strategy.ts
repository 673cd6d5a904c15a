import type { AuthConfig } from "../types/config.js";

/** The session strategy of a configuration, which may name one that does not exist. */
export function strategyOf({ session, adapter }: Pick<AuthConfig, "session" | "adapter">): string {
  return session?.strategy ?? (adapter ? "database" : "jwt");
}
