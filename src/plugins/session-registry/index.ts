import type { Plugin } from "../../core/plugin.js";
import { definePlugin } from "../../engine/define-plugin.js";
import { assertOptions, type SessionRegistryOptions } from "./options.js";
import { createRegistry } from "./registry.js";

export type { SessionRegistryOptions } from "./options.js";

/**
 * Sessions that can be listed and ended, also where they are JWT cookies: one device, every other device, or all of
 * a user. `latchkey/manage` and the account page work with it.
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
