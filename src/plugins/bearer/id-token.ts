import { issueNonce as issueAt, startWithIdToken } from "../../core/actions/id-token-session.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import type { Context } from "../../core/plugin.js";
import { keepSession, refused } from "./issue.js";
import { newId, type BearerDeps } from "./tokens.js";

/** Seconds the user has in the provider's dialog. */
const nonceLasts = 600;

/**
 * `POST bearer/nonce` with `client_id` and `provider`: returns a nonce for requesting an ID token
 * from the provider.
 */
export async function issueNonce(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { body } = context.request;
  const [clientId = "", provider = ""] = [body.text("client_id"), body.text("provider")];
  if (!deps.settings.clients.has(clientId)) return refused("invalid_client");
  const issued = await issueAt(coreOf(context), provider);
  if (!issued) return refused("invalid_request");
  const { nonce, begun, clientId: audience } = issued;
  const request = await deps.app.seal("nonce", { clientId, provider, begun }, nonceLasts);
  return json({ nonce, request, provider_client_id: audience });
}

/**
 * Exchanges a provider's ID token, which contains the nonce of `request`, for tokens (RFC 8693).
 */
export async function forIdToken(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { body } = context.request;
  const isIdToken = body.text("subject_token_type") === idTokenType;
  const idToken = isIdToken ? body.text("subject_token") : undefined;
  if (!idToken || !body.text("client_id")) return refused("invalid_request");
  const claims = await deps.app.open("nonce", body.text("request") ?? "");
  const { clientId, provider, begun } = claims ?? {};
  if (typeof clientId !== "string" || typeof provider !== "string") return refused("invalid_grant");
  if (typeof begun !== "string" || body.text("client_id") !== clientId) {
    return refused("invalid_grant");
  }
  if (!deps.settings.clients.has(clientId)) return refused("invalid_client");
  const posted = { begun, idToken, user: body.text("user") };
  const started = await startWithIdToken(coreOf(context), provider, posted);
  if (started === "interaction-required") return refused("interaction_required");
  if (started === null) return refused("invalid_grant");
  const { userId, token: session } = started;
  const added = { issued_token_type: accessTokenType };
  return keepSession(deps, context, { id: newId(), userId, clientId, session, added });
}

const idTokenType = "urn:ietf:params:oauth:token-type:id_token";
const accessTokenType = "urn:ietf:params:oauth:token-type:access_token";
