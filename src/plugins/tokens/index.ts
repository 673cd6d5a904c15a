import { definePlugin } from "../../core/engine/define-plugin.js";
import type { Plugin } from "../../core/plugin.js";

/**
 * Revokes a user's stored tokens at sign-out (RFC 7009), at providers with the option
 * `revokeTokens`.
 *
 * ```ts
 * const config: AuthConfig = {
 *   providers: [Google({ revokeTokens: true })],
 *   adapter,
 *   plugins: [tokens()],
 * };
 * ```
 */
export function tokens(): Plugin<"tokens"> {
  return definePlugin({
    name: "tokens",
    needs: { adapter: "revokes the tokens that are stored with accounts" },
    create: () => ({
      signOut: async (context) => (await import("./revoke.js")).revokeAtSignOut(context),
    }),
  });
}
