import { withDeadline } from "../core/async/deadline.js";
import type { Parts } from "../core/config/parts.js";
import type { Settings } from "../core/config/settings.js";
import { InvalidConfiguration } from "../core/errors/errors.js";
import { teller, type TokenOwner } from "../core/tokens/events.js";
import { hasEnoughLeft, noteLife, type LifePlace } from "../core/tokens/known-lifetime.js";
import { isUsable, secondsLeft } from "../core/tokens/lifetime.js";
import { inquiry, type InquirySettings } from "../core/tokens/provider-context.js";
import { refreshOnce } from "../core/tokens/refresh-once.js";
import { refresherOf } from "../doors/access-token.js";
import type { Account, TokenSet } from "../types/account.js";
import type { JWT } from "../types/jwt.js";

export interface SessionTokensDeps {
  readonly settings: Pick<Settings, "logger" | "tell" | "production" | "warnOnce"> &
    InquirySettings;
  readonly parts: Pick<Parts, "flows" | "state" | "isStateShared">;
}

export interface SessionTokens {
  /** Id of the provider whose tokens the session holds. */
  readonly provider: string;
  /** The account that the `jwt` callback gets at sign-in. */
  readonly account?: Account | null | undefined;
  /** Least seconds that the access token must still be valid. @default 60 */
  readonly atLeast?: number | undefined;
}

/** Why a session token has no valid access token. */
export type SessionTokenError = "MissingRefreshToken" | "TokenRefused" | "TokenUnavailable";

/** A browser that was away may send a refresh token from several refreshes ago. */
const mostSteps = 16;
/** Seconds. */
const shortest = 60;
const longest = 24 * 60 * 60;

/** Share of the callback's timeout, so that the callback finishes in time. */
const shareOfTime = 0.8;

/** Returns the session token with valid tokens of the provider. */
export async function refreshedInSession(
  deps: SessionTokensDeps,
  token: JWT,
  { account, provider, atLeast }: SessionTokens,
): Promise<JWT> {
  await warnOfProcesses(deps);
  const life = { keys: deps.settings.keys, state: deps.parts.state, provider };
  if (account?.provider === provider) {
    await noteLife(life, account);
    return withTokens(token, account);
  }
  const before = tokensIn(token);
  if (!before) return token;
  const late = new Error("The token refresh is still running.");
  const time = deps.settings.timeout * shareOfTime;
  try {
    const owner = { provider, userId: token.sub };
    const work = renewed(deps, { before, life, owner, atLeast });
    const { tokens, error } = await withDeadline(work, time, () => late);
    return error ? withError(token, error) : withTokens(token, tokens);
  } catch (error) {
    if (error !== late) throw error;
    // The refresh continues, and the next caller gets its result.
    return isUsable(before) ? withTokens(token, before) : withError(token, "TokenUnavailable");
  }
}

/** Logged at the first sign-in, hours before a refresh in two processes would end a grant. */
async function warnOfProcesses({ settings, parts }: SessionTokensDeps): Promise<void> {
  if (!settings.production) return;
  // A store that is down is logged where it is needed.
  const isSeen = await parts.isStateShared().catch(() => true);
  if (!isSeen) settings.warnOnce("shared-state-missing", () => ownState);
}

const ownState =
  "Tokens in the session are refreshed without shared state. If two processes refresh the same token, the provider may end the grant, and users must sign in again. Set `sharedState` (`latchkey/state/redis` or `latchkey/state/sql`), or `memoryState()` if there is only one process.";

interface Renewal {
  readonly before: TokenSet;
  readonly life: LifePlace;
  readonly owner: TokenOwner;
  readonly atLeast: number | undefined;
}

interface Renewed {
  readonly tokens: TokenSet;
  readonly error?: SessionTokenError | undefined;
}

async function renewed(
  deps: SessionTokensDeps,
  { before, life, owner, atLeast }: Renewal,
): Promise<Renewed> {
  if (before.access_token && (await hasEnoughLeft(life, before, atLeast))) {
    return { tokens: before };
  }
  let tokens = before;
  const unless = (error: SessionTokenError): Renewed => ({
    tokens,
    ...(!isUsable(tokens) && { error }),
  });
  for (let step = 0; step < mostSteps; step++) {
    const refreshToken = tokens.refresh_token;
    if (!refreshToken) return unless("MissingRefreshToken");
    const result = await refresh(deps, { life, owner }, refreshToken);
    if (result.kind === "refused") return { tokens, error: "TokenRefused" };
    if (result.kind === "down") return unless("TokenUnavailable");
    tokens = { ...tokens, ...result.tokens };
    if (isUsable(tokens)) return { tokens };
  }
  return { tokens, error: "TokenUnavailable" };
}

async function refresh(
  { settings, parts }: SessionTokensDeps,
  { life, owner }: Pick<Renewal, "life" | "owner">,
  refreshToken: string,
) {
  const { keys, timeout, logger } = settings;
  const { provider } = life;
  const flow = parts.flows.get(provider);
  const ask = flow && refresherOf(flow);
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
    // If a cookie can't be set or is lost, the browser sends the old refresh token for a long time.
    keepFor: (tokens) =>
      Math.ceil(Math.min(Math.max(secondsLeft(tokens) + shortest, shortest), longest)),
    refresh: async () => {
      const outcome = await ask(inquiry(settings), refreshToken);
      if (outcome.ok) await noteLife(life, outcome.tokens);
      else logger.warn("token-refresh", outcome.error);
      return outcome;
    },
  });
}

/** The tokens that a session keeps. An ID token would make the cookie too large. */
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
