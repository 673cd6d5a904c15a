import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";

/**
 * Encrypts the access, refresh and ID tokens of accounts in the database with the secret.
 *
 * ```ts
 * const config: AuthConfig = { providers: [Google], adapter, plugins: [tokenEncryption()] };
 * ```
 */
export function tokenEncryption(): Plugin<"token-encryption"> {
  return definePlugin({
    name: "token-encryption",
    needs: { adapter: "encrypts the tokens that are stored with accounts" },
    create: (app) => ({
      store: async (store) => (await import("./sealed-store.js")).sealedStore(store, app),
    }),
  });
}
