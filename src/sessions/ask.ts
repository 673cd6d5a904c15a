import { openToken, sealToken } from "../crypto/token.js";
import type { ProofContext } from "./fresh.js";

/** The application wants the person who is signed in to prove once more who they are. */
export interface Ask {
  /** The user whom the session knows by this id. Nobody else can answer. */
  readonly userId: string;
  /** Seconds ago that the proof may be. */
  readonly within: number;
  /** Ids or types of the providers that will do; undefined for all. */
  readonly methods?: readonly string[] | undefined;
}

const salt = "latchkey.prove";
/** Seconds: then it is asked anew. */
export const askLasts = 15 * 60;

/** As it goes along in the address of the sign-in page. Nobody else can make one. */
export function sealAsk({ keys, now }: Pick<ProofContext, "keys" | "now">, ask: Ask) {
  const { userId, within, methods } = ask;
  const claims = { sub: userId, within, ...(methods && { methods }) };
  return sealToken(keys, { salt, claims, maxAge: askLasts, now });
}

export async function openAsk(
  { keys, now }: Pick<ProofContext, "keys" | "now">,
  token: string | undefined,
): Promise<Ask | null> {
  const opened = token === undefined ? undefined : await openToken(keys, { salt, token, now });
  if (!opened?.ok) return null;
  const { sub, within, methods } = opened.claims;
  if (typeof sub !== "string" || typeof within !== "number") return null;
  const named = Array.isArray(methods)
    ? methods.filter((one) => typeof one === "string")
    : undefined;
  return { userId: sub, within, methods: named };
}

/** Whether a provider is one of those that will do. */
export function isAccepted(
  methods: readonly string[] | undefined,
  provider: { readonly id: string; readonly type?: string | undefined },
): boolean {
  return !methods || methods.some((one) => one === provider.id || one === provider.type);
}
