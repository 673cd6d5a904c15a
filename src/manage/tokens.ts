import { partsOf } from "../engine/parts-of.js";
import type { Engine } from "../engine/engine.js";
import { InvalidConfiguration } from "../errors.js";
import type { JWT } from "../types/jwt.js";
import type { AccessToken, AccessTokenOptions } from "../types/tokens.js";
import type { SessionTokens } from "../tokens/in-session.js";

/** The access tokens of an application's users. */
export interface ManagedTokens {
  /**
   * An access token of a user for one of the providers, with at least 60 seconds left: refreshed when it
   * has to be, once, however many processes ask. Rejects with an `AccessTokenError` whose type says why
   * there is none.
   */
  get(userId: string, provider: string, options?: AccessTokenOptions): Promise<AccessToken>;
  /**
   * Tells a provider with the option `revokeTokens` that the stored tokens of a user are of no use any more:
   * for when an account is unlinked. Resolves in any case; the log has what went wrong.
   */
  revoke(userId: string, provider: string): Promise<void>;
  /** The session token with tokens of the provider that work: see `refreshedTokens`. */
  refreshed(token: JWT, options: SessionTokens): Promise<JWT>;
}

export function manageTokens({ settings }: Engine): ManagedTokens {
  return {
    async get(userId, provider, options = {}) {
      const parts = await partsOf(settings);
      const { storedAccessToken } = await import("../tokens/stored.js");
      return storedAccessToken({ settings, parts }, { ...options, userId, provider });
    },
    async revoke(userId, provider) {
      const { flows, store } = await partsOf(settings);
      if (!store || !flows.get(provider)?.tokens?.revoke) {
        throw new InvalidConfiguration(
          `Tokens can be revoked where there is an adapter, and at providers with the option \`revokeTokens\`, which ${JSON.stringify(provider)} is not.`,
        );
      }
      const { revokeStored } = await import("../tokens/revoke.js");
      return revokeStored({ ...settings, flows, store }, { userId, provider });
    },
    async refreshed(token, options) {
      const parts = await partsOf(settings);
      const { refreshedInSession } = await import("../tokens/in-session.js");
      return refreshedInSession({ settings, parts }, token, options);
    },
  };
}
