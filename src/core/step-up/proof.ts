import type { CookieOption } from "../../types/cookies.js";
import { openCookie, sealCookie, type Sealing } from "../cookies/sealed.js";

/** How a user last proved who they are. */
export interface Proof {
  /** The user's id in sessions. */
  readonly userId: string;
  /** The provider's id. */
  readonly provider: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The user proved two factors. */
  readonly bothFactors: boolean;
  /** The second factor was skipped because the browser is remembered. */
  readonly inKnownBrowser?: boolean | undefined;
}

/** What proofs need from one request. */
export interface ProofContext extends Sealing {
  readonly cookie: CookieOption;
}

/** Milliseconds for which a proof is recent enough to change sign-in methods. */
export const freshFor = 10 * 60 * 1000;

const salt = "latchkey.proof";
/** Seconds. Longer than any proof has to be recent, since apps choose their own limits. */
const kept = 24 * 60 * 60;

/**
 * Records that a user proved who they are. In a cookie of its own: rows of published adapters have no column
 * for it, session tokens stay as they are, and renewing a session can't renew the proof.
 */
export async function keepProof(
  context: ProofContext,
  {
    userId,
    provider,
    bothFactors,
    inKnownBrowser,
    at = context.now,
  }: Omit<Proof, "at"> & Partial<Proof>,
): Promise<void> {
  const claims = {
    ...{ sub: userId, provider },
    ...(bothFactors && { factors: 2 }),
    ...(inKnownBrowser && { known: true }),
  };
  await sealCookie({ ...context, now: at }, context.cookie, { salt, claims, maxAge: kept });
}

/** The last proof of this user in this browser. */
export async function readProof(context: ProofContext, userId: string): Promise<Proof | null> {
  const claims = await openCookie(context, context.cookie, salt);
  if (claims?.["sub"] !== userId) return null;
  const { provider, iat, known, factors } = claims;
  if (typeof provider !== "string" || typeof iat !== "number") return null;
  const bothFactors = factors === 2;
  return { userId, provider, at: iat * 1000, bothFactors, inKnownBrowser: known === true };
}

/** Whether a proof was recent at a given time. */
export function isFresh(proof: Proof | null, moment: number, within = freshFor): boolean {
  return proof !== null && moment - proof.at <= within;
}
