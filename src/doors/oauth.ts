export { dpop } from "../flows/oauth/client/dpop.js";
export { idTokens, type IdTokenOptions } from "../flows/oauth/id-tokens.js";
export type { IdTokens, ProofOfPossession } from "../types/providers.js";
import { fromUtf8 } from "../core/crypto/encoding.js";

/**
 * Decrypts what a provider encrypts with your public key (JWE, RFC 7516).
 *
 * ```ts
 * Keycloak({ decrypt: decryptWith(privateKey) })
 * ```
 */
export function decryptWith(key: CryptoKey): (jwe: string) => Promise<string> {
  return async (jwe) => {
    const { compactDecrypt } = await import("jose/jwe/compact/decrypt");
    return fromUtf8((await compactDecrypt(jwe, key)).plaintext);
  };
}
