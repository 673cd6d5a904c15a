import { DPoP, generateKeyPair, isDPoPNonceError, type DPoPHandle } from "oauth4webapi";
import type { OAuthProvider } from "../provider/config.js";

/** Proves possession of a key with each request (RFC 9449), where the configuration asks for it. */
export async function dpopHandle({ dpop }: OAuthProvider): Promise<DPoPHandle | undefined> {
  if (!dpop) return undefined;
  return DPoP({}, dpop === true ? await generateKeyPair("ES256") : dpop);
}

/** Does it again, once, when the server wants its nonce in the proof. The handle has kept it. */
export async function withNonce<T>(
  handle: DPoPHandle | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!handle || !isDPoPNonceError(error)) throw error;
    return work();
  }
}
