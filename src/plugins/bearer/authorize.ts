import { toBase64Url, utf8 } from "../../core/crypto/encoding.js";
import { randomText } from "../../core/crypto/random.js";
import { json, redirectTo, type Outcome } from "../../core/http/outcome.js";
import { localOf, withQuery } from "../../core/http/urls.js";
import type { Context, PastSignIn } from "../../core/plugin.js";
import { consentPage } from "./page.js";
import { readRequest, sealedRequest, type AuthorizationRequest } from "./request.js";
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
  const csrfToken = await context.csrfToken();
  return context.page({
    title: texts.title,
    json: { client: name, request: sealed },
    leadsTo: request.redirectUri,
    body: consentPage({
      ...{ texts, client: name, csrfToken, request: sealed },
      who: user?.email || user?.name || userId,
      action: localOf(context.site, context.url("bearer", "approve")),
    }),
  });
}

/**
 * `POST bearer/approve` with `request` and `answer`: redirects to the app, with a code if the
 * answer is "yes".
 */
export async function approve({ app, settings }: BearerDeps, context: Context): Promise<Outcome> {
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
  const grant = { ...signIn, provider, clientId, redirectUri, challenge };
  const granted = await app.seal("code", grant, codeLasts);
  await context.state.strict.set(await codeKey(code), granted, { ttl: codeLasts });
  const { userId } = signIn;
  await context.tell({ type: "bearer.approved", userId, clientId });
  return redirectTo(withQuery(redirectUri, { code, ...answered }));
}

/** The key in shared state is a hash, so reading the state reveals no code. */
export async function codeKey(code: string): Promise<string> {
  return `bearer-code:${await sha256(code)}`;
}

/** The SHA-256 hash of a text in base64url, as PKCE has it. */
export async function sha256(text: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text))));
}
