import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";
import { assertOptions, type SessionRegistryOptions } from "./options.js";
import { createRegistry } from "./registry.js";

export type { SessionRegistryOptions } from "./options.js";

/**
 * Lists and revokes sessions, JWT cookies included: one device, every other device, or all of a
 * user's. Used by `latchkey/manage` and the account page.
 *
 * ```ts
 * const config: AuthConfig = { providers: [GitHub], adapter, plugins: [sessionRegistry()] };
 * await manage(config).sessions.endAll(userId);
 * ```
 */
export function sessionRegistry(options: SessionRegistryOptions = {}): Plugin<"session-registry"> {
  return definePlugin({
    name: "session-registry",
    needs: { sharedState: "remembers there which sessions were ended" },
    create(app) {
      assertOptions(options);
      return createRegistry(app, options);
    },
  });
}
