import type { TokenSet } from "../../types/account.js";
import { withDeadline } from "../async/deadline.js";
import type { KeyRing } from "../crypto/keys.js";
import type { RefreshOutcome } from "../flow.js";
import { leaseLasts, takeLease } from "../state/lease.js";
import { ofSecrets } from "../state/secrets.js";
import type { State } from "../state/state.js";
import { resultPlace, type Result, type ResultPlace } from "./result.js";

/** A refresh token to use, once. */
export interface Refreshing {
  readonly keys: KeyRing;
  readonly state: State;
  /** The provider's id. */
  readonly provider: string;
  readonly refreshToken: string;
  /** The time limit in milliseconds for the provider, and for a caller. */
  readonly timeout: number;
  /** Calls the provider. */
  readonly refresh: () => Promise<RefreshOutcome>;
  /** Newer tokens that have replaced these. */
  readonly newer?: () => Promise<TokenSet | undefined>;
  /** Stores the new tokens. Resolves to whether that worked. */
  readonly save?: (stored: TokenSet) => Promise<boolean>;
  /** Called with the result if the provider was called. */
  readonly told?: (became: "refreshed" | "refused") => Promise<void>;
  /** Whether an access token is usable: a cached one may have expired. */
  readonly isGood: (tokens: TokenSet) => boolean;
  /** Seconds for which the result is kept for callers with the old refresh token. */
  readonly keepFor: (tokens: TokenSet) => number;
}

/** Seconds. */
const refusedFor = 60;
const downFor = 2;
/** Seconds for which tokens are kept that couldn't be stored: the store may be down for a while. */
const unsavedFor = 600;
/** Milliseconds. */
const shortestPause = 20;
const longestPause = 250;
const beforeRetry = 200;

const underWay = ofSecrets(() => new Map<string, Promise<Result>>());

/**
 * Uses a refresh token once, however many callers there are: a shared promise within the process, a lease
 * between processes. A provider that sees the same refresh token twice may revoke everything granted with it
 * (RFC 9700, section 4.14.2).
 */
export async function refreshOnce(refreshing: Refreshing): Promise<Result> {
  const { timeout } = refreshing;
  const late = new Error(
    `The token refresh didn't finish within ${timeout} ms. It goes on in the background; try again.`,
  );
  try {
    return await withDeadline(shared(refreshing), timeout, () => late);
  } catch (error) {
    if (error !== late) throw error;
    // It continues: the provider may have used up the refresh token, and the next caller gets the result.
    return { kind: "down", why: late.message };
  }
}

function shared(refreshing: Refreshing): Promise<Result> {
  const turns = underWay(refreshing.keys);
  const name = JSON.stringify([refreshing.provider, refreshing.refreshToken]);
  const known = turns.get(name);
  if (known) return known;
  const work = refreshBetween(refreshing).finally(() => turns.delete(name));
  turns.set(name, work);
  return work;
}

async function refreshBetween(refreshing: Refreshing): Promise<Result> {
  const { state, timeout } = refreshing;
  const place = await resultPlace(state.strict, refreshing);
  // As long as another process may take, and as long as the lease of a crashed one lasts.
  const until = performance.now() + 2 * timeout + (leaseLasts + 2) * 1000;
  let pause = shortestPause;
  do {
    const result = await attempt(refreshing, place);
    if (result) return result;
    await new Promise((wake) => setTimeout(wake, pause));
    pause = Math.min(pause * 1.5, longestPause);
  } while (performance.now() < until);
  return {
    kind: "down",
    why: "Another process is refreshing the token and doesn't finish.",
  };
}

/** The result; undefined while another process is refreshing. */
async function attempt(refreshing: Refreshing, place: ResultPlace): Promise<Result | undefined> {
  const { strict } = refreshing.state;
  const turn = await reached(async () => {
    const { result, leased } = await place.look();
    const usable = result && usableResult(refreshing, result);
    if (usable) return { result: usable };
    return { lease: leased ? undefined : await takeLease(strict, place.leaseKey) };
  });
  // Without shared state, this process proceeds on its own.
  if (!turn) return useUp(refreshing, { place, isHeld: () => true });
  if (turn.result) return saved(refreshing, place, turn.result);
  const { lease } = turn;
  if (!lease) return undefined;
  try {
    return await useUp(refreshing, { place, isHeld: () => lease.isHeld() });
  } finally {
    await lease.release();
  }
}

interface Turn {
  readonly place: ResultPlace;
  readonly isHeld: () => boolean;
}

/** It's this process's turn: unless another one was faster, the provider is called. */
async function useUp(refreshing: Refreshing, turn: Turn): Promise<Result | undefined> {
  const { place } = turn;
  const before = (await foundAt(refreshing, place)) ?? (await replaced(refreshing));
  if (before) return before;
  if (!turn.isHeld()) return undefined;
  const outcome = await askProvider(refreshing, turn);
  if (outcome.ok) {
    const { tokens, stored } = outcome;
    const isSaved = (await refreshing.save?.(stored)) ?? true;
    const unsaved = isSaved ? undefined : { unsaved: stored };
    const result = { kind: "tokens", tokens: kept(tokens), ...unsaved } as const;
    const ttl = isSaved ? refreshing.keepFor(tokens) : unsavedFor;
    const answer = await keep(place, result, ttl);
    await refreshing.told?.("refreshed");
    return answer;
  }
  const why = outcome.error.message;
  if (!outcome.refused) return keep(place, { kind: "down", why }, downFor);
  const after = (await foundAt(refreshing, place)) ?? (await replaced(refreshing));
  if (after) return after;
  const answer = await keep(place, { kind: "refused", why }, refusedFor);
  await refreshing.told?.("refused");
  return answer;
}

/**
 * If the response was lost, the provider is called again at once: providers that allow retries do so for a
 * short time, and with the others nothing more is lost.
 */
async function askProvider({ refresh }: Refreshing, { isHeld }: Turn): Promise<RefreshOutcome> {
  const outcome = await refresh();
  if (outcome.ok || outcome.isAnswer || !isHeld()) return outcome;
  await new Promise((wake) => setTimeout(wake, beforeRetry));
  return isHeld() ? refresh() : outcome;
}

function kept(tokens: TokenSet): TokenSet {
  const { access_token, refresh_token, id_token, expires_at, scope, token_type } = tokens;
  return Object.fromEntries(
    Object.entries({ access_token, refresh_token, id_token, expires_at, scope, token_type }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

async function keep(place: ResultPlace, result: Result, ttl: number): Promise<Result> {
  await reached(() => place.keep(result, ttl));
  return result;
}

async function foundAt(refreshing: Refreshing, place: ResultPlace): Promise<Result | undefined> {
  const look = await reached(() => place.look());
  return look?.result && usableResult(refreshing, look.result);
}

async function replaced({ newer }: Refreshing): Promise<Result | undefined> {
  const tokens = await newer?.();
  return tokens && { kind: "tokens", tokens };
}

/** A rotated refresh token is always stored: the old one mustn't be used again. */
function usableResult(refreshing: Refreshing, result: Result): Result | undefined {
  if (result.kind !== "tokens") return result;
  const { refresh_token = refreshing.refreshToken } = result.tokens;
  const isRotated = refresh_token !== refreshing.refreshToken;
  return isRotated || refreshing.isGood(result.tokens) ? result : undefined;
}

/** If the tokens couldn't be stored, the next caller who finds them stores them. */
async function saved(
  { save, keepFor }: Refreshing,
  place: ResultPlace,
  result: Result,
): Promise<Result> {
  if (result.kind !== "tokens" || !result.unsaved || !save) return result;
  const { kind, tokens, unsaved } = result;
  return (await save(unsaved)) ? keep(place, { kind, tokens }, keepFor(tokens)) : result;
}

/** The state's result; undefined if it's down, which is already logged. */
async function reached<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
