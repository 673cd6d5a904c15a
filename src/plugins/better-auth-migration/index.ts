import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";
import { assertOptions, endOf, type BetterAuthMigrationOptions } from "./options.js";

export type { BetterAuthMigrationOptions } from "./options.js";

/**
 * Keeps users signed in when an application moves from Better Auth: its session cookies are
 * accepted until a day, for sessions that `latchkey import better-auth` copied, and new cookies are
 * set at the next visit.
 *
 * ```ts
 * const config: AuthConfig = {
 *   adapter,
 *   providers,
 *   plugins: [betterAuthMigration({ until: "2027-01-31" })],
 * };
 * ```
 */
export function betterAuthMigration(
  options: BetterAuthMigrationOptions,
): Plugin<"better-auth-migration"> {
  return definePlugin({
    name: "better-auth-migration",
    needs: { adapter: "looks up the imported sessions" },
    create({ session }) {
      assertOptions(options);
      const end = endOf(options);
      const examine = async () =>
        (await import("./findings.js")).findings({ end, now: Date.now(), ...session });
      // After that day the plugin costs nothing; JWT sessions are never looked up.
      if (end <= Date.now() || session.strategy === "jwt") return { examine };
      return {
        examine,
        wrapSessions: async (sessions) =>
          (await import("./sessions.js")).migratedSessions(sessions, options),
      };
    },
  });
}
