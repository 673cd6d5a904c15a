import type { TokenSet } from "../../types/account.js";
import type { AdapterAccount } from "../../types/adapter.js";
import type { AdapterMethod, Store } from "../../types/store.js";
import type { AccessToken, AccessTokenOptions } from "../../types/tokens.js";
import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { decodeObject } from "../crypto/encoding.js";
import { asError } from "../errors/as-error.js";
import {
  InvalidConfiguration,
  MissingAdapterMethods,
  MissingRefreshToken,
  TokenNotLinked,
  TokenRefused,
  TokenUnavailable,
} from "../errors/errors.js";
import type { Refresh, RefresherOf } from "../flow.js";
import { teller } from "./events.js";
import { hasEnoughLeft, type LifePlace, noteLife } from "./known-lifetime.js";
import { isUsable } from "./lifetime.js";
import { inquiry, type InquirySettings } from "./provider-context.js";
import { refreshOnce } from "./refresh-once.js";

export interface StoredTokensDeps {
  readonly settings: Pick<Settings, "logger" | "tell"> & InquirySettings;
  readonly parts: Parts;
  readonly refresherOf: RefresherOf;
}

/** The owner of the token, and which one. */
export interface Wanted extends AccessTokenOptions {
  readonly userId: string;
  readonly provider: string;
}

/** Seconds for which new tokens are kept for callers with the old refresh token. */
const keptFor = 60;
/** A result may have expired since; then its newer refresh token is used. */
const mostRounds = 4;

/** Returns a user's access token from the stored account, refreshed if necessary. */
export async function storedAccessToken(
  deps: StoredTokensDeps,
  wanted: Wanted,
): Promise<AccessToken> {
  const search = await prepare(deps, wanted);
  let account = await search.find();
  for (let round = 0; round < mostRounds; round++) {
    if (await isEnough(search, account)) return present(account);
    account = await renew(search, account);
    if (isFit(wanted, account)) return present(account);
  }
  throw new TokenUnavailable(messages.down(wanted.provider));
}

/** One request for a token, with everything it needs. */
interface Search {
  readonly deps: StoredTokensDeps;
  readonly wanted: Wanted;
  readonly store: Store;
  readonly refresh: Refresh;
  readonly life: LifePlace;
  find(): Promise<AdapterAccount>;
}

async function prepare(deps: StoredTokensDeps, wanted: Wanted): Promise<Search> {
  const { store, flows } = deps.parts;
  const flow = flows.get(wanted.provider);
  const refresh = flow && deps.refresherOf(flow);
  if (!refresh) {
    const known = [...flows.values()].filter((one) => deps.refresherOf(one)).map(({ id }) => id);
    throw new InvalidConfiguration(messages.unknown(wanted.provider, known));
  }
  if (!store) throw new InvalidConfiguration(messages.noAdapter);
  await assertMethods(store, ["listAccountsByUserId"]);
  const find = async () => {
    const own = (await store.listAccountsByUserId(wanted.userId)).filter(
      ({ provider, userId, providerAccountId }) =>
        provider === wanted.provider &&
        String(userId) === wanted.userId &&
        (wanted.providerAccountId ?? providerAccountId) === providerAccountId,
    );
    const found = own.find((account) => account.refresh_token) ?? own[0];
    if (!found) throw new TokenNotLinked(messages.notLinked(wanted.provider));
    return found;
  };
  const { provider } = wanted;
  const life = { keys: deps.settings.keys, state: deps.parts.state, provider };
  return { deps, wanted, store, refresh, life, find };
}

async function assertMethods(store: Store, methods: readonly AdapterMethod[]): Promise<void> {
  const lacking = await store.missing(methods);
  if (lacking.length > 0) throw new MissingAdapterMethods(messages.lacking(lacking));
}

/** Whether a token can be handed out as it is. */
async function isEnough(search: Search, account: AdapterAccount): Promise<boolean> {
  const { wanted } = search;
  return isFit(wanted, account) && hasEnoughLeft(search.life, account, wanted.atLeast);
}

const isFit = ({ rejected }: Wanted, account: AdapterAccount): boolean =>
  isUsable(account) && account.access_token !== rejected;

/** The account with the provider's newest tokens. */
async function renew(search: Search, account: AdapterAccount): Promise<AdapterAccount> {
  const { deps, wanted, store } = search;
  const refreshToken = account.refresh_token;
  if (!refreshToken) return withoutRefreshToken(wanted, account);
  await assertMethods(store, ["updateAccount"]);
  const { keys, timeout } = deps.settings;
  const result = await refreshOnce({
    keys,
    timeout,
    state: deps.parts.state,
    provider: wanted.provider,
    refreshToken,
    isGood: (tokens) => isFit(wanted, { ...account, ...tokens }),
    keepFor: () => keptFor,
    newer: async () => {
      const found = await search.find();
      return found.refresh_token === refreshToken ? undefined : found;
    },
    save: (stored) => save(search, account, stored),
    told: teller(deps.settings, wanted),
    refresh: async () => {
      const outcome = await search.refresh(inquiry(deps.settings), refreshToken);
      if (outcome.ok && isOfAnother(account.id_token, outcome.tokens.id_token)) {
        const error = new Error(messages.another(wanted.provider));
        return { ok: false, refused: true, isAnswer: true, error };
      }
      if (outcome.ok) await noteLife(search.life, outcome.tokens);
      else deps.settings.logger.warn("token-refresh", outcome.error);
      return outcome;
    },
  });
  if (result.kind === "tokens") return { ...account, ...pickTokens(result.tokens) };
  // A token that is still valid is better than none.
  if (result.kind === "down" && isFit(wanted, account)) return account;
  if (result.kind === "down") {
    throw new TokenUnavailable(messages.down(wanted.provider), { reason: result.why });
  }
  throw new TokenRefused(messages.refused(wanted.provider), { reason: result.why });
}

function withoutRefreshToken(wanted: Wanted, account: AdapterAccount): AdapterAccount {
  if (isFit(wanted, account)) return account;
  throw new MissingRefreshToken(messages.noRefreshToken(wanted.provider));
}

/** A user who signed in meanwhile has brought newer tokens. */
async function save(search: Search, account: AdapterAccount, stored: TokenSet): Promise<boolean> {
  const { provider, providerAccountId } = account;
  try {
    const current = await search.find();
    if (current.refresh_token !== account.refresh_token) return true;
    await search.store.updateAccount({ ...stored, provider, providerAccountId });
    return true;
  } catch (error) {
    if (error instanceof TokenNotLinked) return true;
    search.deps.settings.logger.error("AdapterError", asError(error));
    return false;
  }
}

function pickTokens(tokens: TokenSet): Partial<AdapterAccount> {
  const { access_token, refresh_token, id_token, expires_at, scope, token_type } = tokens;
  return {
    ...(access_token !== undefined && { access_token }),
    ...(refresh_token !== undefined && { refresh_token }),
    ...(id_token !== undefined && { id_token }),
    ...(expires_at !== undefined && { expires_at }),
    ...(scope !== undefined && { scope }),
    ...(token_type !== undefined && { token_type }),
  };
}

function present(account: AdapterAccount): AccessToken {
  const { access_token = "", token_type = "bearer", scope, expires_at } = account;
  const { provider, providerAccountId } = account;
  return {
    accessToken: access_token,
    tokenType: token_type,
    scope: scope ?? undefined,
    expiresAt: expires_at ? new Date(expires_at * 1000) : undefined,
    provider,
    providerAccountId,
  };
}

const named = (provider: string) => `provider ${JSON.stringify(provider)}`;
const messages = {
  unknown: (id: string, known: readonly string[]) =>
    `There's no OAuth or OpenID ${named(id)} in the configuration. Configured: ${known.join(", ") || "none"}.`,
  noAdapter:
    "Access tokens are stored with accounts, and there's no adapter. Set `adapter`, or keep the tokens in the session with `refreshedTokens` in the `jwt` callback.",
  lacking: (methods: readonly string[]) =>
    `The adapter lacks a method that access tokens need: ${methods.join(", ")}. Use an adapter that has it, or add it with \`extend\` from latchkey/adapters/extend.`,
  notLinked: (id: string) =>
    `The user has no account at the ${named(id)}. Have them sign in with it.`,
  noRefreshToken: (id: string) =>
    `The access token of the ${named(id)} has expired, and there's no refresh token. Request one at sign-in (the scope offline_access with many providers; \`access_type=offline\` and \`prompt=consent\` with Google), and have the user sign in again.`,
  refused: (id: string) =>
    `The ${named(id)} no longer accepts the refresh token. The user must sign in with it again.`,
  down: (id: string) =>
    `The access token has expired, and the ${named(id)} couldn't be reached for a new one. Try again later.`,
  another: (id: string) =>
    `The ${named(id)} returned tokens of a different user, so they weren't used. Have the user sign in again.`,
};

/**
 * Whether a new ID token has a different subject than the one before, which it mustn't (OpenID Connect Core,
 * section 12.2). Both were verified when they arrived.
 */
function isOfAnother(before: string | undefined, now: string | undefined): boolean {
  const [one, other] = [subjectOf(before), subjectOf(now)];
  return one !== undefined && other !== undefined && one !== other;
}

function subjectOf(idToken: string | undefined): unknown {
  return decodeObject(idToken?.split(".")[1] ?? "")?.["sub"];
}
