import type { Fields } from "../../core/http/fields.js";
import { mayLeadTo, type BearerClient, type BearerSettings } from "./options.js";

/**
 * An app's request for a code, which is sent to the app's redirect URI and needs the PKCE verifier.
 */
export interface AuthorizationRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  /** The SHA-256 hash of the verifier (PKCE, RFC 7636). */
  readonly challenge: string;
  readonly state: string;
}

/**
 * Why a request is refused. The browser isn't redirected then, because the URI may be an
 * attacker's.
 */
export type RequestFault = "unknown_client" | "invalid_redirect_uri" | "invalid_request";

export function readRequest(
  query: Fields,
  { clients }: BearerSettings,
): AuthorizationRequest | RequestFault {
  const client = clients.get(query.text("client_id") ?? "");
  if (!client) return "unknown_client";
  const redirectUri = query.text("redirect_uri") ?? "";
  if (!mayLeadTo(client, redirectUri)) return "invalid_redirect_uri";
  const [challenge = "", state = ""] = [query.text("code_challenge"), query.text("state")];
  const isWhole =
    query.text("response_type") === "code" &&
    query.text("code_challenge_method") === "S256" &&
    /^[\w-]{43}$/.test(challenge) &&
    state.length <= 512;
  return isWhole ? { clientId: client.id, redirectUri, challenge, state } : "invalid_request";
}

/** Reads a sealed request; undefined if its client was removed. */
export function sealedRequest(
  claims: Readonly<Record<string, unknown>> | null,
  { clients }: BearerSettings,
): (AuthorizationRequest & { readonly client: BearerClient }) | undefined {
  const { clientId, redirectUri, challenge, state } = claims ?? {};
  const client = typeof clientId === "string" ? clients.get(clientId) : undefined;
  if (!client || typeof redirectUri !== "string" || typeof challenge !== "string") return undefined;
  if (typeof state !== "string" || !mayLeadTo(client, redirectUri)) return undefined;
  return { clientId: client.id, redirectUri, challenge, state, client };
}
