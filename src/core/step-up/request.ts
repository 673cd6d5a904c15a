import { openToken, sealToken } from "../crypto/token.js";
import type { ProofContext } from "./proof.js";

/** The app asks the signed-in user to prove who they are. */
export interface StepUpRequest {
  /** The user's id in the session. Nobody else can pass. */
  readonly userId: string;
  /** How many seconds ago the proof may be. */
  readonly within: number;
  /** The ids or types of accepted providers; undefined for all. */
  readonly methods?: readonly string[] | undefined;
}

const salt = "latchkey.prove";
/** Seconds until the app has to ask again. */
export const requestLifetime = 15 * 60;

/** The request, sealed for the URL of the sign-in page. */
export function sealRequest({ keys, now }: Pick<ProofContext, "keys" | "now">, ask: StepUpRequest) {
  const { userId, within, methods } = ask;
  const claims = { sub: userId, within, ...(methods && { methods }) };
  return sealToken(keys, { salt, claims, maxAge: requestLifetime, now });
}

export async function openRequest(
  { keys, now }: Pick<ProofContext, "keys" | "now">,
  token: string | undefined,
): Promise<StepUpRequest | null> {
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  if (!opened?.ok) return null;
  const { sub, within, methods } = opened.claims;
  if (typeof sub !== "string" || typeof within !== "number") return null;
  const named = Array.isArray(methods)
    ? methods.filter((one) => typeof one === "string")
    : undefined;
  return { userId: sub, within, methods: named };
}

/** Whether a provider is accepted. */
export function isAccepted(
  methods: readonly string[] | undefined,
  provider: { readonly id: string; readonly type?: string | undefined },
): boolean {
  return !methods || methods.some((one) => one === provider.id || one === provider.type);
}
