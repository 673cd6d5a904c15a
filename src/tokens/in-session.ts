import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { InvalidConfiguration } from "../errors.js";
import type { Account, TokenSet } from "../types/account.js";
import type { JWT } from "../types/jwt.js";
import { isUsable, secondsLeft, usualMargin } from "./life.js";
import { refreshOnce } from "./refresh-once.js";
import { teller, type TokenOwner } from "./tell.js";

export interface SessionTokensDeps {
  readonly settings: Pick<Settings, "keys" | "timeout" | "logger" | "audit">;
  readonly parts: Pick<Parts, "flows" | "state">;
}

export interface SessionTokens {
  /** Id of the provider whose tokens the session holds. */
  readonly provider: string;
  /** The account that the `jwt` callback was given, at sign-in. */
  readonly account?: Account | null | undefined;
  /** Seconds that the access token must have left. @default 60 */
  readonly atLeast?: number | undefined;
}

/** Why a session token holds no access token that works. */
export type SessionTokenError = "MissingRefreshToken" | "TokenRefused" | "TokenUnavailable";

/** A browser that was away may come with a refresh token from several refreshes ago. */
const mostSteps = 16;
/** Seconds. */
const shortest = 60;
const longest = 24 * 60 * 60;

/** The session token, with tokens of the provider that work. */
export async function refreshedInSession(
  deps: SessionTokensDeps,
  token: JWT,
  asked: SessionTokens,
): Promise<JWT> {
  const { account, provider } = asked;
  if (account?.provider === provider) return withTokens(token, account);
  const { atLeast = usualMargin } = asked;
  let tokens = tokensIn(token);
  if (!tokens) return token;
  if (secondsLeft(tokens) >= atLeast && tokens.access_token) return withTokens(token, tokens);
  for (let step = 0; step < mostSteps; step++) {
    const refreshToken = tokens.refresh_token;
    if (!refreshToken) {
      return isUsable(tokens) ? withTokens(token, tokens) : withError(token, "MissingRefreshToken");
    }
    const result = await refresh(deps, { provider, userId: token.sub }, refreshToken);
    if (result.kind === "refused") return withError(token, "TokenRefused");
    if (result.kind === "down") {
      return isUsable(tokens) ? withTokens(token, tokens) : withError(token, "TokenUnavailable");
    }
    tokens = { ...tokens, ...result.tokens };
    if (isUsable(tokens)) return withTokens(token, tokens);
  }
  return withError(token, "TokenUnavailable");
}

async function refresh(
  { settings, parts }: SessionTokensDeps,
  owner: TokenOwner,
  refreshToken: string,
) {
  const { provider } = owner;
  const { keys, timeout, logger } = settings;
  const ask = parts.flows.get(provider)?.refresh;
  if (!ask) {
    throw new InvalidConfiguration(
      `There is no OAuth or OpenID provider ${JSON.stringify(provider)} in the configuration.`,
    );
  }
  return refreshOnce({
    keys,
    timeout,
    state: parts.state,
    provider,
    refreshToken,
    isGood: isUsable,
    told: teller(settings, owner),
    // Where no cookie can be set, or it was lost, the browser comes with the old refresh token for long.
    keepFor: (tokens) =>
      Math.ceil(Math.min(Math.max(secondsLeft(tokens) + shortest, shortest), longest)),
    refresh: async () => {
      const outcome = await ask({ keys, timeout, now: Date.now() }, refreshToken);
      if (!outcome.ok) logger.warn("token-refresh", outcome.error);
      return outcome;
    },
  });
}

/** What a session keeps of tokens: an ID token would make the cookie large. */
function withTokens({ token_error: _, ...token }: JWT, tokens: TokenSet): JWT {
  const { access_token, refresh_token, expires_at } = tokens;
  return {
    ...token,
    ...(access_token !== undefined && { access_token }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(expires_at !== undefined && { expires_at }),
  };
}

function withError(token: JWT, error: SessionTokenError): JWT {
  return { ...token, token_error: error };
}

function tokensIn({ access_token, refresh_token, expires_at }: JWT): TokenSet | undefined {
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const [access, refreshing] = [text(access_token), text(refresh_token)];
  if (access === undefined && refreshing === undefined) return undefined;
  return {
    ...(access !== undefined && { access_token: access }),
    ...(refreshing !== undefined && { refresh_token: refreshing }),
    ...(typeof expires_at === "number" && { expires_at }),
  };
}
