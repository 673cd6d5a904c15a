import type { SignedIn } from "../../types/hooks.js";
import { toBase64Url } from "../crypto/encoding.js";
import type { KeyRing } from "../crypto/keys.js";
import { randomText } from "../crypto/random.js";
import type { SessionContext } from "./context.js";
import type { SessionFacts } from "./facts.js";

/** The facts of a new session. */
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

/** The facts of a session created before there were any. Everyone who reads the same token derives the same id. */
export async function adoptedFacts(
  keys: KeyRing,
  token: string,
  authTime: number,
): Promise<SessionFacts> {
  return { sid: await shortHash(keys, token), authTime: Math.floor(authTime), adopted: true };
}

/** A short string that stands for a longer one without revealing it. */
export async function shortHash({ backend }: KeyRing, text: string): Promise<string> {
  return toBase64Url(await backend.sha(256, text)).slice(0, 22);
}

/** Our name for a session at a provider. */
export function hashAtProvider(keys: KeyRing, provider: string, sid: string): Promise<string> {
  return shortHash(keys, JSON.stringify([provider, sid]));
}
