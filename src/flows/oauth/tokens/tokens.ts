import type { IDToken } from "oauth4webapi";
import { isRecord, parseObject } from "../../../core/values/json.js";
import type { TokenSet } from "../../../types/account.js";
import type { JsonValue } from "../../../types/common.js";
import { remake } from "../client/fetch.js";
import type { TokenHeader } from "../client/jws.js";
import type { OAuthProvider } from "../provider/config.js";
import type { Server } from "../provider/metadata.js";

/** A token response in the form the protocol library parses. */
export interface TidyResponse {
  readonly response: Response;
  readonly idToken: string | undefined;
}

/**
 * Fixes harmless violations of the standard in a token response: null instead of absent members, an invalid
 * lifetime, a missing token type. An error with status 200 gets an error status.
 */
export async function tidyResponse(response: Response): Promise<TidyResponse> {
  const text = await response.text();
  const body = parseObject(text);
  if (!body) return { response: remake(text || null, response), idToken: undefined };
  const present = Object.fromEntries(Object.entries(body).filter(isMember));
  const isGrant = response.ok && "access_token" in present;
  const members: Record<string, unknown> = isGrant ? { token_type: "bearer", ...present } : present;
  const isError = response.ok && "error" in members && !isGrant;
  const { id_token } = members;
  return {
    response: remake(JSON.stringify(members), {
      status: isError ? 400 : response.status,
      headers: response.headers,
      url: response.url,
    }),
    idToken: typeof id_token === "string" ? id_token : undefined,
  };
}

/** The same without its ID token. A response that isn't JSON stays as it is. */
export async function withoutIdToken({ response }: TidyResponse): Promise<Response> {
  const text = await response.clone().text();
  const body = parseObject(text);
  const drop = (name: string, value: unknown) => (name === "id_token" ? undefined : value);
  return remake(body ? JSON.stringify(body, drop) : text, response);
}

function isMember([name, value]: [string, unknown]): boolean {
  if (value === null) return false;
  return name !== "expires_in" || secondsOf(value) !== undefined;
}

// A hundred years; more is a mistake.
const longestLife = 100 * 365 * 24 * 60 * 60;

/** The lifetime of a token in seconds; undefined if missing or nonsensical. */
function secondsOf(value: unknown): number | undefined {
  const isNumeric =
    typeof value === "number" || (typeof value === "string" && /^\d+(?:\.\d+)?$/.test(value));
  const seconds = isNumeric ? Number(value) : NaN;
  return seconds >= 0 && seconds <= longestLife ? Math.floor(seconds) : undefined;
}

/** A token response of the protocol library. */
interface TokenResponse {
  readonly token_type: Lowercase<string>;
  readonly expires_in?: number;
  readonly [member: string]: JsonValue | undefined;
}

/** The tokens with their expiry. Zero means "doesn't expire". */
export function tokenSet(response: TokenResponse, now: number): TokenSet {
  const seconds = secondsOf(response.expires_in);
  return {
    ...response,
    ...(seconds && { expires_at: Math.floor(now / 1000) + seconds }),
  };
}

const storedByDefault = [
  "access_token",
  "id_token",
  "refresh_token",
  "expires_at",
  "scope",
  "token_type",
  "session_state",
] as const;

/** The part of the tokens that is stored with the account. */
export function storedTokens({ account }: OAuthProvider, tokens: TokenSet): TokenSet {
  if (account) return account({ ...tokens }) ?? {};
  return Object.fromEntries(
    storedByDefault.flatMap((name) => {
      const value = tokens[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The algorithm of ID tokens: the configured one, or the only one the provider supports. */
export function idTokenAlg({ client }: OAuthProvider, { metadata }: Server): string | undefined {
  if (client.id_token_signed_response_alg) return client.id_token_signed_response_alg;
  const [only, ...others] = metadata.id_token_signing_alg_values_supported ?? [];
  return others.length === 0 && only !== "none" ? only : undefined;
}

/** What identifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.4). */
export const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

/**
 * Throws if a token was made for another purpose than signing in (RFC 8725, section 3.11): the same keys sign
 * access tokens, logout tokens and authorization responses.
 */
export function assertIdToken({ typ }: TokenHeader, claims: IDToken): void {
  const kind = typ?.toLowerCase().replace(/^application\//, "");
  const isOther = kind?.endsWith("+jwt") === true && kind !== "id_token+jwt";
  const { events } = claims;
  if (isOther || (isRecord(events) && Object.hasOwn(events, logoutEvent))) {
    throw new Error("The token sent as the ID token was issued for another purpose.");
  }
}
