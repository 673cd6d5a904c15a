import { randomText } from "../../core/crypto/random.js";
import { sha256 } from "../../core/crypto/sha256.js";
import type { Fields } from "../../core/http/fields.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { localOf, withQuery } from "../../core/http/urls.js";
import type { Context, PastSignIn } from "../../core/plugin.js";
import { introHtml } from "../../pages/blocks.js";
import { html } from "../../pages/html.js";
import { answerForm } from "./answer-form.js";
import { markNow } from "./approvals.js";
import { mayLeadTo, type BearerClient, type BearerSettings } from "./options.js";
import { bearerTexts } from "./texts.js";
import type { BearerDeps } from "./tokens.js";

/** Seconds in which the user must sign in and answer. */
const requestLasts = 600;
/** Seconds in which an app must use its code. */
const codeLasts = 60;

/** `GET bearer/authorize`: asks the user whether they want to sign in to the app. */
export async function authorize(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { query } = context.request;
  const isNew = query.names().length > 0;
  const request = isNew
    ? readRequest(query, deps.settings)
    : (sealedRequest(await context.cookie.read("request"), deps.settings) ?? "invalid_request");
  if (typeof request === "string") return json({ error: request }, 400);
  const signIn = await context.signIn();
  if (signIn) return consent(deps, context, { request, signIn });
  await context.cookie.write("request", request, requestLasts);
  const callbackUrl = context.url("bearer", "authorize");
  return redirectTo(withQuery(context.url("signin"), { callbackUrl }));
}

interface Asked {
  readonly request: AuthorizationRequest;
  readonly signIn: PastSignIn;
}

async function consent(
  { app, settings }: BearerDeps,
  context: Context,
  { request, signIn }: Asked,
): Promise<Outcome> {
  const { userId } = signIn;
  const user = await context.store?.getUser(userId);
  const name = settings.clients.get(request.clientId)?.name ?? request.clientId;
  const texts = await context.texts(bearerTexts);
  const sealed = await app.seal("consent", { ...request, userId }, requestLasts);
  const who = user?.email || user?.name || userId;
  const form = answerForm({
    action: localOf(context.site, context.url("bearer", "approve")),
    csrfToken: await context.csrfToken(),
    request: sealed,
    texts,
    style: "primary",
  });
  return context.page({
    title: texts.title,
    json: { client: name, request: sealed },
    leadsTo: request.redirectUri,
    body: html`${introHtml(texts.title, texts.asks(name, who), texts.warning)} ${form}`,
  });
}

/**
 * `POST bearer/approve` with `request` and `answer`: redirects to the app, with a code if the
 * answer is "yes".
 */
export async function approve(deps: BearerDeps, context: Context): Promise<Outcome> {
  const { app, settings } = deps;
  const { body } = context.request;
  const claims = await app.open("consent", body.text("request") ?? "");
  const request = sealedRequest(claims, settings);
  const signIn = await context.signIn();
  if (!request || !signIn || claims?.["userId"] !== signIn.userId) {
    return json({ error: "invalid_request" }, 400);
  }
  context.cookie.clear("request");
  const { redirectUri, state, clientId, challenge } = request;
  const answered = {
    ...(state !== "" && { state }),
    iss: context.site.origin + context.site.basePath,
  };
  if (body.text("answer") !== "yes") {
    return redirectTo(withQuery(redirectUri, { error: "access_denied", ...answered }));
  }
  const code = randomText(32);
  // Sessions from before the plugins don't know their provider.
  const provider = signIn.provider || "bearer";
  const { userId } = signIn;
  const mark = await markNow(deps, context, userId);
  const grant = { ...signIn, provider, clientId, redirectUri, challenge, mark };
  const granted = await app.seal("code", grant, codeLasts);
  await context.state.strict.set(await codeKey(code), granted, { ttl: codeLasts });
  await context.tell({ type: "bearer.approved", userId, clientId });
  return redirectTo(withQuery(redirectUri, { code, ...answered }));
}

/** The key in shared state is a hash, so reading the state reveals no code. */
export async function codeKey(code: string): Promise<string> {
  return `bearer-code:${await sha256(code)}`;
}

/**
 * An app's request for a code, which is sent to the app's redirect URI and needs the PKCE verifier.
 */
interface AuthorizationRequest {
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
type RequestFault = "unknown_client" | "invalid_redirect_uri" | "invalid_request";

function readRequest(
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
function sealedRequest(
  claims: Readonly<Record<string, unknown>> | null,
  { clients }: BearerSettings,
): (AuthorizationRequest & { readonly client: BearerClient }) | undefined {
  const { clientId, redirectUri, challenge, state } = claims ?? {};
  const client = typeof clientId === "string" ? clients.get(clientId) : undefined;
  if (!client || typeof redirectUri !== "string" || typeof challenge !== "string") return undefined;
  if (typeof state !== "string" || !mayLeadTo(client, redirectUri)) return undefined;
  return { clientId: client.id, redirectUri, challenge, state, client };
}
