import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";
import type { Finding } from "../../types/finding.js";
import {
  assertOptions,
  endOf,
  olderSecrets,
  weakSecrets,
  type AuthjsMigrationOptions,
  type Migration,
} from "./options.js";

export type { AuthjsMigrationOptions } from "./options.js";

/**
 * Keeps users signed in when an application moves from Auth.js: its sessions are accepted until a
 * day, and replaced. `secret` and `until` default to `AUTH_MOVED_SECRET` and `AUTH_MOVED_UNTIL`.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers,
 *   secret: process.env.AUTH_SECRET, // a new one
 *   plugins: [authjsMigration({ secret: process.env.OLD_SECRET, until: "2027-01-31" })],
 * };
 * ```
 */
export function authjsMigration(options: AuthjsMigrationOptions = {}): Plugin<"authjs-migration"> {
  return definePlugin({
    name: "authjs-migration",
    fromEnvironment(env) {
      const secret = options.secret ?? env["AUTH_MOVED_SECRET"];
      return authjsMigration({
        ...options,
        secret,
        until: options.until ?? env["AUTH_MOVED_UNTIL"],
      });
    },
    create(app) {
      const migration: Migration = { ...options, until: options.until ?? "" };
      assertOptions(migration);
      const end = endOf(migration);
      const isWeak = weakSecrets(migration).length > 0;
      const examine = async () => {
        const { findings } = await import("./findings.js");
        const now = Date.now();
        return [...findings(end, now), ...(isWeak && now < end ? [weakness] : [])];
      };
      // After that day the plugin costs nothing.
      if (end <= Date.now()) return { examine };
      // Weaknesses are logged in production; this one is dangerous anywhere.
      if (isWeak) app.warnOnce("weak-secret", () => `${weakness.message} ${weakness.cure}`);
      return {
        examine,
        olderSecrets: (now) => (now < end ? olderSecrets(migration) : []),
        wrapSessions: async (sessions, deps) =>
          (await import("./sessions.js")).migratedSessions(sessions, { ...deps, migration }),
      };
    },
  });
}

const weakness = {
  level: "warning",
  code: "weak-secret",
  about: "authjs-migration",
  message:
    "`authjsMigration` reads sessions of a weak secret (`weakSecret`): anyone who guesses it can sign in as any user without a second factor.",
  cure: "Remove the secret as soon as your users have new sessions.",
} as const satisfies Finding;
