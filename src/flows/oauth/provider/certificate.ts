import type { OAuthProvider } from "./config.js";

/** Ways to prove oneself by a certificate (RFC 8705, section 2). */
export const tlsMethods: readonly string[] = ["tls_client_auth", "self_signed_tls_client_auth"];

/** The client proves itself by its certificate, which only a fetch of the application's own can show. */
export function usesCertificate({ client }: Pick<OAuthProvider, "client">): boolean {
  return tlsMethods.includes(client.token_endpoint_auth_method ?? "");
}
