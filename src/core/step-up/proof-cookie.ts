import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { FreshSignInRequired } from "../errors/errors.js";
import type { Flow, IsFresh, Verified } from "../flow.js";
import type { Plugins } from "../plugins/folded.js";
import { keepProof, type Proof } from "./proof.js";
import type { StepUpRequest } from "./request.js";

export interface ProofCookieContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly callbackUrl: string;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly isFresh: IsFresh;
  readonly plugins: Plugins;
}

/** Whether the browser keeps a proof of each sign-in, because something here requires a recent one. */
export function keepsProofs({
  flows,
  plugins,
}: Pick<ProofCookieContext, "flows" | "plugins">): boolean {
  return plugins.keepsProofs || [...flows.values()].some((flow) => flow.asksForFreshProof);
}

/** Whether the app may have asked the signed-in user for a proof: see `requested.ts`. */
export function isStepUpRequested({
  jar,
  cookies,
}: Pick<ProofCookieContext, "jar" | "cookies">): boolean {
  return jar.get(cookies.prove.name) !== undefined;
}

interface Proven extends Pick<Proof, "provider" | "bothFactors" | "inKnownBrowser"> {
  readonly ask: StepUpRequest | null;
}

/** Records a sign-in. `startedAs` is the user's id in the new session. */
export async function noteProof(
  context: ProofCookieContext,
  startedAs: string | null,
  { ask, ...proven }: Proven,
): Promise<void> {
  context.jar.clear(context.cookies.prove);
  if (startedAs === null || !(ask || keepsProofs(context))) return;
  const { jar, keys, now, cookies } = context;
  await keepProof({ jar, keys, now, cookie: cookies.proof }, { userId: startedAs, ...proven });
}

/**
 * Checks for a recent sign-in before another sign-in method is linked. Otherwise someone who finds an open
 * browser, or has a copied session, could gain permanent access.
 */
export async function assertFresh(
  context: ProofCookieContext,
  userId: string,
  verified: Verified,
): Promise<void> {
  if (!keepsProofs(context)) return;
  // A sign-in that was recent when the flow began stays valid until it ends.
  if (await context.isFresh(userId, { moment: verified.beganAt })) return;
  context.jar.set(context.cookies.callbackUrl, verified.callbackUrl ?? context.callbackUrl);
  throw new FreshSignInRequired(
    "Linking another sign-in method requires a sign-in within the last ten minutes, with both factors if the user has two. Have the user sign in again and retry.",
    { provider: verified.account.provider },
  );
}
