import type { IDToken } from "oauth4webapi";
import { randomText } from "../../core/crypto/random.js";
import { InvalidCheck } from "../../core/errors/errors.js";
import type { Verified } from "../../core/flow.js";
import { json, type Outcome } from "../../core/http/outcome.js";
import { methodNotAllowed } from "../../core/http/request-problem.js";
import { askedIn, newRecord, requestedParams } from "./authorize/begin.js";
import { keepRecord, takeRecord } from "./authorize/record.js";
import { asFailure, postsUser, proven, withPostedUser } from "./callback/finish.js";
import { clientIdOf } from "./client/client.js";
import { unverifiedClaims } from "./client/jws.js";
import { findServer } from "./discovery/server.js";
import type { OAuthProvider } from "./provider/config.js";
import type { Run } from "./provider/run.js";
import { decrypt, readPosted } from "./tokens/grant.js";

/** Starts a sign-in with an ID token: the token must contain this nonce, and is posted with this state. */
export async function issueNonce(run: Run): Promise<Outcome> {
  const { provider, context } = run;
  const clientId = clientIdOf(provider);
  const begun = await newRecord(run);
  const [nonce, state] = [randomText(32), `${begun.id}.${randomText(32)}`];
  const request = new URL(context.site.origin);
  request.search = new URLSearchParams(requestedParams(run)).toString();
  const asked = await askedIn(request);
  const record = { ...begun, nonce, state, verifier: undefined, posted: true } as const;
  await keepRecord(run, { ...record, ...(asked && { asked }) });
  await context.tell?.({ type: "sign-in.began", provider: provider.id });
  return json({ nonce, state, clientId });
}

const longest = 16 * 1024;

/** An ID token that a native SDK, One Tap or FedCM got with our nonce. It's checked like one that came for a code. */
export async function finishPosted(run: Run, others: readonly string[]): Promise<Verified> {
  const { provider, context } = run;
  const [idToken, state] = [context.body.text("id_token"), context.body.text("state")];
  if (idToken === undefined) throw methodNotAllowed(["GET", "OPTIONS"]);
  if (!state) throw new InvalidCheck("The ID token was posted without the `state` of its nonce.");
  const record = await takeRecord(run, state, "id-token");
  try {
    const server = await findServer(run);
    const own = clientIdOf(provider);
    const clients = [own, ...others];
    const named = await audienceOf(provider, idToken);
    // The token must turn out to be for this client, so its unverified claims decide nothing.
    const clientId = clients.find((client) => named.includes(client)) ?? own;
    const claims = await readPosted(run, server, { idToken, clientId, record });
    assertParty(claims, clients);
    const user = postsUser(provider) ? context.body.text("user") : undefined;
    const profile = withPostedUser(claims, user === undefined ? {} : { user });
    const grant = { tokens: { id_token: idToken }, claims };
    const { storedTokens: _, ...verified } = await proven(run, { grant, profile, record });
    // Stored tokens are for calls to the provider, and this one is no use for those.
    return verified;
  } catch (error) {
    throw await asFailure(run, error);
  }
}

/** The audience that a token claims. Nothing is verified yet. */
async function audienceOf(provider: OAuthProvider, idToken: string): Promise<readonly unknown[]> {
  if (idToken.length > longest) throw new Error("The ID token is too long.");
  const jws = idToken.split(".").length === 5 ? await decrypt(provider, idToken) : idToken;
  const audience: unknown = unverifiedClaims(jws)?.["aud"];
  const named: readonly unknown[] = Array.isArray(audience) ? audience : [audience];
  return named;
}

/** The authorized party is the app, too (OpenID Connect Core, section 3.1.3.7). */
function assertParty({ azp }: IDToken, clients: readonly string[]): void {
  if (azp === undefined || clients.includes(azp)) return;
  throw new Error("The ID token was issued to a client (`azp`) that `idTokens` doesn't list.");
}

/** The sign-in page's script for One Tap. */
export function oneTapAsset(base: string, provider: string): Outcome {
  const headers = {
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  };
  return { kind: "asset", status: 200, body: scriptFor(base, provider), headers };
}

/**
 * Requests a nonce, shows the provider's prompt, and posts the ID token as a form, so the response
 * is a page like any other. If anything fails, the button is still there.
 */
const scriptFor = (base: string, provider: string): string => `
const form = document.querySelector(${JSON.stringify(`form[action$="/signin/${encodeURIComponent(provider)}"]`)});
const body = new URLSearchParams(new FormData(form));
body.set("response_type", "id_token");
const asked = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
const { nonce, state, clientId } = await asked.json();
const provider = document.createElement("script");
provider.src = ${JSON.stringify(`${base}client`)};
provider.onload = () => {
  google.accounts.id.initialize({
    client_id: clientId,
    nonce,
    context: "signin",
    use_fedcm_for_prompt: true,
    callback({ credential }) {
      for (const [name, value] of [["id_token", credential], ["state", state]]) {
        const field = document.createElement("input");
        field.type = "hidden";
        field.name = name;
        field.value = value;
        form.append(field);
      }
      form.action = form.action.replace(/[^/]+\\/([^/]+)$/, "callback/$1");
      form.submit();
    },
  });
  google.accounts.id.prompt();
};
document.head.append(provider);
`;
