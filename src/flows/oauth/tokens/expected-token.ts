import type { OAuthProvider } from "../provider/config.js";
import type { Server } from "../provider/metadata.js";

/** The algorithm of ID tokens: the configured one, or the only one the provider supports. */
export function idTokenAlg({ client }: OAuthProvider, { metadata }: Server): string | undefined {
  if (client.id_token_signed_response_alg) return client.id_token_signed_response_alg;
  const [only, ...others] = metadata.id_token_signing_alg_values_supported ?? [];
  return others.length === 0 && only !== "none" ? only : undefined;
}
