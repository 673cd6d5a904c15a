import {
  getValidatedIdTokenClaims,
  type IDToken,
  jweDecrypt,
  processAuthorizationCodeResponse,
} from "oauth4webapi";
import { toBase64Url, utf8 } from "../../../core/crypto/encoding.js";
import { because } from "../../../core/errors/reason.js";
import type { TokenSet } from "../../../types/account.js";
import type { FlowRecord } from "../authorize/record.js";
import { clientOf } from "../client/client.js";
import { hookResponse } from "../client/hooks.js";
import { headerOf } from "../client/jws.js";
import { verifySignature } from "../discovery/keys.js";
import { issuerFor } from "../discovery/server.js";
import type { OAuthProvider } from "../provider/config.js";
import type { Server } from "../provider/metadata.js";
import type { Caller } from "../provider/run.js";
import {
  assertIdToken,
  idTokenAlg,
  tidyResponse,
  tokenSet,
  withoutIdToken,
  type TidyResponse,
} from "./tokens.js";

/** The validated token response. */
export interface Grant {
  readonly tokens: TokenSet;
  readonly claims: IDToken | undefined;
}

/** The part of the sign-in's record that tokens are compared with. */
type Expectations = Pick<FlowRecord, "id" | "nonce" | "asked">;

/** Parses a token response. Its ID token is fully validated before it's used. */
export async function readGrant(
  run: Caller,
  server: Server,
  { response, record }: { response: Response; record: Expectations },
): Promise<Grant> {
  const tidy = await tidyResponse(response);
  return isIdTokenChecked(run.provider, server)
    ? readChecked(run, server, { tidy, record })
    : readUnchecked(run, server, tidy);
}

/**
 * Plain OAuth 2.0 providers may return ID tokens too, which aren't used to sign in. They're validated if
 * issuer and keys are known, and passed on otherwise.
 */
function isIdTokenChecked({ type }: OAuthProvider, { metadata, issuerKnown }: Server): boolean {
  return type === "oidc" || (issuerKnown && metadata.jwks_uri !== undefined);
}

async function readUnchecked(
  { provider, context }: Caller,
  { metadata }: Server,
  tidy: TidyResponse,
): Promise<Grant> {
  const { response, idToken } = tidy;
  const rest = idToken === undefined ? response : await withoutIdToken(tidy);
  const result = await processAuthorizationCodeResponse(metadata, clientOf(provider), rest);
  const tokens = tokenSet(result, context.now);
  return {
    tokens: idToken === undefined ? tokens : { ...tokens, id_token: idToken },
    claims: undefined,
  };
}

/** An ID token that came without a token response. */
interface PostedToken {
  readonly idToken: string;
  /** The client it's for: ours, or one of those that the configuration allows. */
  readonly clientId: string;
  readonly record: Expectations;
}

/** Validates a posted ID token as one from the token endpoint. There's no access token to compare it with. */
export async function readPosted(
  run: Caller,
  server: Server,
  { idToken, clientId, record }: PostedToken,
): Promise<IDToken> {
  const answer = hookResponse({ access_token: "none", id_token: idToken });
  const tidy = await tidyResponse(answer);
  const { claims } = await readChecked(run, server, { tidy, record, clientId });
  if (claims) return claims;
  throw new Error("There's no ID token.");
}

interface Checked {
  readonly tidy: TidyResponse;
  readonly record: Expectations;
  /** The client that a posted token is for. */
  readonly clientId?: string;
}

async function readChecked(
  run: Caller,
  server: Server,
  { tidy, record, clientId }: Checked,
): Promise<Grant> {
  const { provider, context } = run;
  const { metadata } = server;
  const issuer = await issuerFor(metadata.issuer, tidy.idToken ?? "", provider);
  const configuredAlg = idTokenAlg(provider, server);
  const decrypted: string[] = [];
  const result = await processAuthorizationCodeResponse(
    { ...metadata, issuer },
    {
      ...clientOf(provider, { id_token_signed_response_alg: configuredAlg }),
      ...(clientId !== undefined && { client_id: clientId }),
    },
    tidy.response,
    {
      requireIdToken: provider.type === "oidc",
      ...(record.nonce !== undefined && { expectedNonce: record.nonce }),
      [jweDecrypt]: async (jwe) => {
        decrypted.push(await decrypt(provider, jwe));
        return decrypted[0] ?? "";
      },
    },
  );
  const claims = getValidatedIdTokenClaims(result);
  if (claims && result.id_token !== undefined) {
    const jws = decrypted[0] ?? result.id_token;
    await verifySignature(run, server, { jws, answer: tidy.response, configuredAlg });
    assertPlausible(claims, context.now);
    if (record.asked) (await import("../authorize/step-up.js")).assertAsked(run, record, claims);
    const header = headerOf(jws);
    assertIdToken(header, claims);
    if (clientId === undefined) {
      await assertTokenHash(claims["at_hash"], {
        alg: header.alg,
        accessToken: result.access_token,
      });
    }
  }
  return { tokens: tokenSet(result, context.now), claims };
}

/** The signed token inside an encrypted one. */
export async function decrypt(provider: OAuthProvider, jwe: string): Promise<string> {
  if (provider.decrypt) return provider.decrypt(jwe);
  throw new Error(
    "The token is encrypted, but the provider has no `decrypt`. Set `decrypt: decryptWith(key)`, from latchkey/oauth.",
  );
}

const skew = 5 * 60;
const oldest = 24 * 60 * 60;
const longestSubject = 255;

/** OpenID Connect Core, sections 2 and 3.1.3.7: a recent issue time and a usable subject. */
function assertPlausible({ iat, sub }: IDToken, now: number): void {
  const age = now / 1000 - iat;
  if (!(age > -skew && age < oldest)) {
    const message = "The ID token was issued in the future or more than a day ago.";
    throw because("clock", new Error(message));
  }
  if (sub === "" || sub.length > longestSubject) {
    throw new Error(`The subject of the ID token must have 1 to ${longestSubject} characters.`);
  }
}

/** The hash function of a signature algorithm. Ed25519 uses SHA-512. */
function digestOf(alg: string): string {
  const bits = /^[A-Z]{2}(256|384|512)$/.exec(alg)?.[1] ?? "512";
  return `SHA-${bits}`;
}

/**
 * Throws unless the ID token was issued with this access token (OpenID Connect Core, section 3.1.3.6). An ID
 * token without a hash is accepted.
 */
async function assertTokenHash(
  hash: unknown,
  { alg = "", accessToken }: { alg: string | undefined; accessToken: string },
): Promise<void> {
  if (hash === undefined) return;
  const digest = new Uint8Array(await crypto.subtle.digest(digestOf(alg), utf8(accessToken)));
  const expected = toBase64Url(digest.subarray(0, digest.length / 2));
  if (hash === expected) return;
  throw new Error("The `at_hash` of the ID token doesn't match the access token.");
}
