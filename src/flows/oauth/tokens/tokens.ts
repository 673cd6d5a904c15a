import { parseObject } from "../../../json.js";
import type { JsonValue } from "../../../types/common.js";
import type { TokenSet } from "../../../types/account.js";
import type { OAuthProvider } from "../provider/config.js";
import { remake } from "../client/fetch.js";

/** A token response as the protocol library can read it. */
export interface TidyResponse {
  readonly response: Response;
  readonly idToken: string | undefined;
}

/**
 * Mends in a token response what breaks the standard and does no harm: members that are null instead of
 * absent, a lifetime that is none, no type of the token, which is then the usual one. An error under
 * status 200 gets the status of one.
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

function isMember([name, value]: [string, unknown]): boolean {
  if (value === null) return false;
  return name !== "expires_in" || secondsOf(value) !== undefined;
}

// A hundred years; more is a mistake.
const longestLife = 100 * 365 * 24 * 60 * 60;

/** How many seconds a token lives; undefined when that is not told in a way that makes sense. */
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

/** The tokens with the moment at which they expire. Zero stands for "does not expire". */
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

/** What of the tokens is stored with the account. */
export function storedTokens({ account }: OAuthProvider, tokens: TokenSet): TokenSet {
  if (account) return account({ ...tokens }) ?? {};
  return Object.fromEntries(
    storedByDefault.flatMap((name) => {
      const value = tokens[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
