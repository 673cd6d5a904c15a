import { DPoP, generateKeyPair, isDPoPNonceError, type DPoPHandle } from "oauth4webapi";
import type { ProofOfPossession } from "../../../types/providers.js";
import type { OAuthProvider } from "../provider/config.js";

/**
 * Binds the tokens of a provider to a key (DPoP, RFC 9449): one generated for each sign-in and then discarded, or
 * your own, with which you can use the tokens later.
 *
 * ```ts
 * Keycloak({ dpop: dpop() })
 * ```
 */
export function dpop(keys?: CryptoKeyPair): ProofOfPossession {
  return {
    handle: async () => DPoP({}, keys ?? (await generateKeyPair("ES256"))),
    isNonceError: isDPoPNonceError,
  };
}

/** What a request needs to prove possession of a key, if that is configured. */
export interface Proof {
  readonly handle: DPoPHandle;
  readonly isNonceError: (error: unknown) => boolean;
}

export async function proofOf({ dpop: configured }: OAuthProvider): Promise<Proof | undefined> {
  if (!configured) return undefined;
  return { handle: await configured.handle(), isNonceError: configured.isNonceError };
}

/** Retries once if the server requires its nonce in the proof. The handle has stored it. */
export async function withNonce<T>(proof: Proof | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!proof?.isNonceError(error)) throw error;
    return work();
  }
}
