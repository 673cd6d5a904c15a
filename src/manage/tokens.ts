import type { Engine } from "../core/engine/engine.js";
import { partsOf } from "../core/engine/parts-of.js";
import { InvalidConfiguration } from "../core/errors/errors.js";
import type { JWT } from "../types/jwt.js";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.js";
import type { SessionTokens } from "./session-tokens.js";

/** Reads and revokes your users' access tokens. */
export interface ManagedTokens {
  /**
   * Returns a user's access token for a provider, valid for at least 60 seconds. It's refreshed if
   * necessary, once for all processes. Rejects with an `AccessTokenError` whose type is the reason.
   */
  get(userId: string, provider: string, options?: AccessTokenOptions): Promise<AccessToken>;
  /**
   * Revokes a user's stored tokens at a provider with the option `revokeTokens`: call it when you
   * unlink an account. It always resolves; failures are logged.
   */
  revoke(userId: string, provider: string): Promise<void>;
  /** Returns the session token with valid tokens of the provider: see `refreshedTokens`. */
  refreshed(token: JWT, options: SessionTokens): Promise<JWT>;
}

export function manageTokens({ settings }: Engine): ManagedTokens {
  return {
    async get(userId, provider, options = {}) {
      const parts = await partsOf(settings);
      const { refresherOf, storedAccessToken } = await import("../doors/access-token.js");
      return storedAccessToken({ settings, parts, refresherOf }, { ...options, userId, provider });
    },
    async revoke(userId, provider) {
      const { flows, store } = await partsOf(settings);
      if (!store || !flows.get(provider)?.tokens?.revoke) {
        throw new InvalidConfiguration(
          `Tokens of the provider ${JSON.stringify(provider)} can't be revoked. Set an adapter, and the provider's option \`revokeTokens\`.`,
        );
      }
      const { revokeStored } = await import("../core/tokens/revoke.js");
      return revokeStored({ ...settings, flows, store }, { userId, provider });
    },
    async refreshed(token, options) {
      const parts = await partsOf(settings);
      const { refreshedInSession } = await import("./session-tokens.js");
      return refreshedInSession({ settings, parts }, token, options);
    },
  };
}
