import type { OAuthProvider } from "./config.js";

/** Client authentication methods with a certificate (RFC 8705, section 2). */
export const tlsMethods: readonly string[] = ["tls_client_auth", "self_signed_tls_client_auth"];

/** Whether the client authenticates with a certificate, which needs a custom fetch. */
export function usesCertificate({ client }: Pick<OAuthProvider, "client">): boolean {
  return tlsMethods.includes(client.token_endpoint_auth_method ?? "");
}
