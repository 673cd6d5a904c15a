import {
  getValidatedIdTokenClaims,
  jweDecrypt,
  processAuthorizationCodeResponse,
  type IDToken,
} from "oauth4webapi";
import { fromUtf8 } from "../../../crypto/encoding.js";
import type { TokenSet } from "../../../types/account.js";
import { clientOf } from "../client/client.js";
import type { OAuthProvider } from "../provider/config.js";
import { idTokenAlg } from "./expected-token.js";
import { remake } from "../client/fetch.js";
import { verifySignature } from "../discovery/keys.js";
import { assertIdToken, headerOf } from "./purpose.js";
import type { FlowRecord } from "../authorize/record.js";
import type { Caller } from "../provider/run.js";
import type { Server } from "../provider/metadata.js";
import { issuerFor } from "../discovery/issuer.js";
import { assertTokenHash } from "./token-hash.js";
import { tidyResponse, tokenSet, type TidyResponse } from "./tokens.js";

/** What the token endpoint gave, checked. */
export interface Grant {
  readonly tokens: TokenSet;
  readonly claims: IDToken | undefined;
}

/** What of the record of a sign-in the tokens are compared with. */
type Expectations = Pick<FlowRecord, "id" | "nonce" | "asked">;

/** Reads a token response. Its ID token is checked in full before anything is done with it. */
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
 * Plain OAuth 2.0 providers may give ID tokens too, which say nothing about who signs in here. They
 * are checked where issuer and keys are known, and handed through where they are not.
 */
function isIdTokenChecked({ type }: OAuthProvider, { metadata, issuerKnown }: Server): boolean {
  return type === "oidc" || (issuerKnown && metadata.jwks_uri !== undefined);
}

async function readUnchecked(
  { provider, context }: Caller,
  { metadata }: Server,
  { response, idToken }: TidyResponse,
): Promise<Grant> {
  const rest = idToken === undefined ? response : await withoutIdToken(response);
  const result = await processAuthorizationCodeResponse(metadata, clientOf(provider), rest);
  const tokens = tokenSet(result, context.now);
  return {
    tokens: idToken === undefined ? tokens : { ...tokens, id_token: idToken },
    claims: undefined,
  };
}

async function withoutIdToken(response: Response): Promise<Response> {
  const body: unknown = await response.json();
  const rest = JSON.stringify(body, (name, value: unknown) =>
    name === "id_token" ? undefined : value,
  );
  return remake(rest, response);
}

async function readChecked(
  run: Caller,
  server: Server,
  { tidy, record }: { tidy: TidyResponse; record: Expectations },
): Promise<Grant> {
  const { provider, context } = run;
  const { metadata } = server;
  const issuer = await issuerFor(metadata.issuer, tidy.idToken ?? "", provider);
  const configuredAlg = idTokenAlg(provider, server);
  const decrypted: string[] = [];
  const result = await processAuthorizationCodeResponse(
    { ...metadata, issuer },
    clientOf(provider, { id_token_signed_response_alg: configuredAlg }),
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
    await assertTokenHash(claims["at_hash"], {
      alg: header.alg,
      accessToken: result.access_token,
    });
  }
  return { tokens: tokenSet(result, context.now), claims };
}

/** The signed token inside of an encrypted one. */
export async function decrypt({ decryptionKey }: OAuthProvider, jwe: string): Promise<string> {
  if (!decryptionKey) {
    throw new Error("The token is encrypted, and the provider has no `decryptionKey`.");
  }
  // Few providers encrypt; what decrypts is not small.
  const { compactDecrypt } = await import("jose/jwe/compact/decrypt");
  return fromUtf8((await compactDecrypt(jwe, decryptionKey)).plaintext);
}

const skew = 5 * 60;
const oldest = 24 * 60 * 60;
const longestSubject = 255;

/** OpenID Connect Core, sections 2 and 3.1.3.7: an issuing time near now, a usable subject. */
function assertPlausible({ iat, sub }: IDToken, now: number): void {
  const age = now / 1000 - iat;
  if (!(age > -skew && age < oldest)) {
    throw new Error("The ID token was issued in the future or more than a day ago.");
  }
  if (sub === "" || sub.length > longestSubject) {
    throw new Error(`The subject of the ID token must have 1 to ${longestSubject} characters.`);
  }
}
