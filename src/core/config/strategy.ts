import type { AuthConfig } from "../auth-config.js";

/** The configured session strategy, which may be one that doesn't exist. */
export function strategyOf({ session, adapter }: Pick<AuthConfig, "session" | "adapter">): string {
  return session?.strategy ?? (adapter ? "database" : "jwt");
}
