import type { KeyRing } from "../crypto/keys.js";
import { withDeadline } from "../deadline.js";
import type { RefreshOutcome } from "../flows/flow.js";
import { ofSecrets } from "../state/secrets.js";
import type { State } from "../state/state.js";
import type { TokenSet } from "../types/account.js";
import { leaseLasts, takeLease } from "../state/lease.js";
import { resultPlace, type Result, type ResultPlace } from "./result.js";

/** A refresh token that is to be used, once. */
export interface Refreshing {
  readonly keys: KeyRing;
  readonly state: State;
  /** Id of the provider. */
  readonly provider: string;
  readonly refreshToken: string;
  /** Milliseconds an answer of the provider may take, and a caller is held. */
  readonly timeout: number;
  /** Asks the provider. */
  readonly refresh: () => Promise<RefreshOutcome>;
  /** Tokens that have taken the place of these since. */
  readonly newer?: () => Promise<TokenSet | undefined>;
  /** Stores the new tokens. Tells whether that worked. */
  readonly save?: (stored: TokenSet) => Promise<boolean>;
  /** Told what came of it where the provider was asked. */
  readonly told?: (became: "refreshed" | "refused") => Promise<void>;
  /** Whether an access token is of use: one that was kept may have run out. */
  readonly isGood: (tokens: TokenSet) => boolean;
  /** Seconds for which tokens are kept for those who come with the old refresh token. */
  readonly keepFor: (tokens: TokenSet) => number;
}

/** Seconds. */
const refusedFor = 60;
const downFor = 2;
/** Seconds for which tokens are kept that could not be stored: a store may be away for a while. */
const unsavedFor = 600;
/** Milliseconds. */
const shortestPause = 20;
const longestPause = 250;
const beforeRetry = 200;

const underWay = ofSecrets(() => new Map<string, Promise<Result>>());

/**
 * Uses a refresh token once, however many ask: in this process by a promise that they share, between
 * processes by a lease. A provider that sees the same refresh token twice may end everything that was
 * ever granted with it (RFC 9700, section 4.14.2).
 */
export async function refreshOnce(refreshing: Refreshing): Promise<Result> {
  const { timeout } = refreshing;
  const late = new Error(`The refresh was not done within ${timeout} ms.`);
  try {
    return await withDeadline(shared(refreshing), timeout, () => late);
  } catch (error) {
    if (error !== late) throw error;
    // It goes on: the provider may have used the refresh token up, and whoever comes next gets the result.
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
  // As long as another may take, and as long as the lease of one that died lasts.
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
    why: "Another process is refreshing the token, and does not come to an end.",
  };
}

/** The result; undefined while another process is at work. */
async function attempt(refreshing: Refreshing, place: ResultPlace): Promise<Result | undefined> {
  const { strict } = refreshing.state;
  const turn = await reached(async () => {
    const { result, leased } = await place.look();
    const usable = result && usableResult(refreshing, result);
    if (usable) return { result: usable };
    return { lease: leased ? undefined : await takeLease(strict, place.leaseKey) };
  });
  // Without shared state this process does what it can.
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

/** It is our turn: unless another was faster meanwhile, the provider is asked. */
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
 * Where the answer was lost the provider is asked once more, at once: those that let a client repeat
 * itself do so for a short time, and for the others nothing is lost that was not lost before.
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

/** Tokens with another refresh token count in any case: the old one must not be used again. */
function usableResult(refreshing: Refreshing, result: Result): Result | undefined {
  if (result.kind !== "tokens") return result;
  const { refresh_token = refreshing.refreshToken } = result.tokens;
  const isRotated = refresh_token !== refreshing.refreshToken;
  return isRotated || refreshing.isGood(result.tokens) ? result : undefined;
}

/** Tokens that the store did not take are stored by whoever finds them. */
async function saved(
  { save, keepFor }: Refreshing,
  place: ResultPlace,
  result: Result,
): Promise<Result> {
  if (result.kind !== "tokens" || !result.unsaved || !save) return result;
  const { kind, tokens, unsaved } = result;
  return (await save(unsaved)) ? keep(place, { kind, tokens }, keepFor(tokens)) : result;
}

/** What the state says; undefined when it can not be reached, which it has logged. */
async function reached<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
