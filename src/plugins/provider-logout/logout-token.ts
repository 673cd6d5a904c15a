import { isRecord } from "../../json.js";
import { clientOf } from "../../flows/oauth/client/client.js";
import { idTokenAlg } from "../../flows/oauth/tokens/expected-token.js";
import { decrypt } from "../../flows/oauth/tokens/grant.js";
import { withKeys } from "../../flows/oauth/discovery/keys.js";
import { userIdOf } from "../../flows/oauth/profile/profile.js";
import { headerOf, logoutEvent } from "../../flows/oauth/tokens/purpose.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";
import { findServer } from "../../flows/oauth/discovery/server.js";
import { issuerFor } from "../../flows/oauth/discovery/issuer.js";

/** A provider says that somebody has signed out there: of one session, or a person of all. */
export interface LogoutNotice {
  /** Names the notice. */
  readonly jti: string;
  /** Seconds since 1970 until which it could be sent again. */
  readonly until: number;
  /** The session at the provider. */
  readonly sid?: string;
  /** Without one: the account, and the id of the user where users are not stored. */
  readonly person?: { readonly accountId: string; readonly userId: string };
}

/** Seconds by which clocks may differ, and that a notice may have been under way. */
const skew = 5 * 60;
/** Seconds that a logout token is to live at most, by section 2.4. */
const usualLife = 2 * 60;
const longest = 16 * 1024;
const longestName = 255;

/**
 * What a logout token says (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws when it is not
 * in order: what it says must never end the session of somebody whom the provider did not mean.
 */
export async function readLogoutToken(run: Inquiry, token: string): Promise<LogoutNotice> {
  const { provider, context } = run;
  if (token.length > longest) throw new Error("The logout token is too long.");
  const jws = token.split(".").length === 5 ? await decrypt(provider, token) : token;
  assertKind(jws);
  const claims = await verified(run, jws);
  const { iat, jti, sid, sub, events } = claims;
  const now = context.now / 1000;
  if (typeof iat !== "number" || Math.abs(now - iat) > skew) {
    throw new Error("`iat` of the logout token is missing, or not of now.");
  }
  // Servers from before the final standard send none.
  const { exp = iat + usualLife } = claims;
  if (typeof exp !== "number" || exp <= now - skew) {
    throw new Error("`exp` of the logout token is no number, or over.");
  }
  if (!isName(jti)) throw new Error("The logout token has no `jti`.");
  const event = isRecord(events) ? events[logoutEvent] : undefined;
  if (!isRecord(event)) throw new Error("`events` of the logout token does not name a logout.");
  if ("nonce" in claims) throw new Error("A logout token must not have a `nonce`.");
  for (const [name, value] of Object.entries({ sid, sub })) {
    if (value !== undefined && !isName(value)) {
      throw new Error(`\`${name}\` of the logout token is no usable text.`);
    }
  }
  if (isName(sid)) return { jti, until: exp + skew, sid };
  if (!isName(sub)) throw new Error("The logout token names neither a session nor a person.");
  const person = { accountId: sub, userId: userIdOf(provider.id, sub) };
  return { jti, until: exp + skew, person };
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= longestName;

/** Tokens of other kinds are signed with the same keys (RFC 8725, section 3.11). */
function assertKind(jws: string): void {
  const kind = headerOf(jws)
    .typ?.toLowerCase()
    .replace(/^application\//, "");
  if (kind === undefined || kind === "jwt" || kind === "logout+jwt") return;
  throw new Error("The token in place of the logout token was made for another purpose.");
}

const asymmetric = /^(?:RS|PS|ES)(?:256|384|512)$|^Ed(?:DSA|25519)$/;

async function verified(run: Inquiry, jws: string): Promise<Record<string, unknown>> {
  const { provider, context } = run;
  const server = await findServer(run);
  const { metadata } = server;
  const [{ jwtVerify }, { createLocalJWKSet }] = await Promise.all([
    import("jose/jwt/verify"),
    import("jose/jwks/local"),
  ]);
  const expected = idTokenAlg(provider, server);
  const known = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const algorithms = (expected === undefined ? known : [expected]).filter((alg) =>
    asymmetric.test(alg),
  );
  if (algorithms.length === 0) {
    throw new Error("Logout tokens of providers that sign with the client's secret are not taken.");
  }
  const options = {
    algorithms,
    issuer: await issuerFor(metadata.issuer, jws, provider),
    audience: clientOf(provider).client_id,
    clockTolerance: skew,
    currentDate: new Date(context.now),
  };
  return withKeys(run, server, async ({ jwks }) => {
    const { payload } = await jwtVerify(jws, createLocalJWKSet(jwks), options);
    return payload;
  });
}
