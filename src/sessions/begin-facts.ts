import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomText } from "../crypto/random.js";
import type { SignedIn } from "../types/hooks.js";
import type { SessionContext } from "./context.js";
import type { SessionFacts } from "./facts.js";

/** Facts of a session that begins now. */
export async function beginFacts(
  keys: KeyRing,
  { account, profile }: SignedIn,
  { now, untilClosed, bothFactors }: SessionContext,
): Promise<SessionFacts> {
  const sid = account.type === "oidc" ? profile?.["sid"] : undefined;
  const atProvider = typeof sid === "string" && (await hashAtProvider(keys, account.provider, sid));
  return {
    sid: randomText(16),
    authTime: Math.floor(now / 1000),
    provider: account.provider,
    method: account.type,
    ...(atProvider && { atProvider }),
    ...(untilClosed && { untilClosed }),
    ...(bothFactors && { bothFactors }),
  };
}

/** Of a session from before there were any. Whoever reads the same token finds the same id. */
export async function adoptedFacts(
  keys: KeyRing,
  token: string,
  authTime: number,
): Promise<SessionFacts> {
  return { sid: await shortHash(keys, token), authTime: Math.floor(authTime), adopted: true };
}

/** A short text that stands for a longer one and does not tell it. */
export async function shortHash({ backend }: KeyRing, text: string): Promise<string> {
  return toBase64Url(await backend.sha(256, text)).slice(0, 22);
}

/** By which a session at a provider is named here. */
export function hashAtProvider(keys: KeyRing, provider: string, sid: string): Promise<string> {
  return shortHash(keys, JSON.stringify([provider, sid]));
}
