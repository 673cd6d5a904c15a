import type { IDToken } from "oauth4webapi";
import { InvalidCheck } from "../../../core/errors/errors.js";
import type { Verified } from "../../../core/flow.js";
import { methodNotAllowed } from "../../../core/http/request-problem.js";
import { takeRecord } from "../authorize/record.js";
import { clientIdOf } from "../client/client.js";
import { unverifiedClaims } from "../client/jws.js";
import { findServer } from "../discovery/server.js";
import type { OAuthProvider } from "../provider/config.js";
import type { Run } from "../provider/run.js";
import { decrypt, readPosted } from "../tokens/grant.js";
import { asFailure, postsUser, proven, withPostedUser } from "./finish.js";

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
