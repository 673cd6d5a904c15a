import { isRecord } from "../../core/values/json.js";
import { clientOf } from "../../flows/oauth/client/client.js";
import { headerOf } from "../../flows/oauth/client/jws.js";
import { withKeys } from "../../flows/oauth/discovery/keys.js";
import { findServer, issuerFor } from "../../flows/oauth/discovery/server.js";
import { userIdOf } from "../../flows/oauth/profile/profile.js";
import type { Inquiry } from "../../flows/oauth/provider/run.js";
import { decrypt } from "../../flows/oauth/tokens/grant.js";
import { idTokenAlg, logoutEvent } from "../../flows/oauth/tokens/tokens.js";

/** A verified logout token: it ends one session, or all sessions of a user. */
export interface LogoutNotice {
  /** Names the notice. */
  readonly jti: string;
  /** Seconds since 1970 until which the token could be replayed. */
  readonly until: number;
  /** The session id at the provider. */
  readonly sid?: string;
  /** Set without `sid`: the account's id, and the user's id where users aren't stored. */
  readonly person?: { readonly accountId: string; readonly userId: string };
}

/** Seconds of clock skew and delivery time that are accepted. */
const skew = 5 * 60;
/** Most seconds that a logout token should live (section 2.4). */
const usualLife = 2 * 60;
const longest = 16 * 1024;
const longestName = 255;

/**
 * Reads and verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws
 * if it is invalid, so that it can't end the session of a user whom the provider didn't mean.
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
    throw new Error(
      "`iat` of the logout token is missing or not recent. Check the clocks of this server and the provider.",
    );
  }
  // Servers from before the final standard send no `exp`.
  const { exp = iat + usualLife } = claims;
  if (typeof exp !== "number" || exp <= now - skew) {
    throw new Error("`exp` of the logout token isn't a number, or has passed.");
  }
  if (!isName(jti)) throw new Error("The logout token has no `jti`.");
  const event = isRecord(events) ? events[logoutEvent] : undefined;
  if (!isRecord(event)) {
    throw new Error("`events` of the logout token doesn't contain the logout event.");
  }
  if ("nonce" in claims) throw new Error("A logout token must not have a `nonce`.");
  for (const [name, value] of Object.entries({ sid, sub })) {
    if (value !== undefined && !isName(value)) {
      throw new Error(`\`${name}\` of the logout token isn't a usable string.`);
    }
  }
  if (isName(sid)) return { jti, until: exp + skew, sid };
  if (!isName(sub)) throw new Error("The logout token has neither `sid` nor `sub`.");
  const person = { accountId: sub, userId: userIdOf(provider.id, sub) };
  return { jti, until: exp + skew, person };
}

const isName = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= longestName;

/** Other kinds of tokens are signed with the same keys (RFC 8725, section 3.11). */
function assertKind(jws: string): void {
  const kind = headerOf(jws)
    .typ?.toLowerCase()
    .replace(/^application\//, "");
  if (kind === undefined || kind === "jwt" || kind === "logout+jwt") return;
  throw new Error("The token sent as the logout token was issued for another purpose.");
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
    throw new Error(
      "Logout tokens signed with the client's secret aren't accepted. Configure the provider to sign with a key.",
    );
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
