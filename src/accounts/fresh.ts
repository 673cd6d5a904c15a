import type { Plugins } from "../core/plugins/folded.js";
import type { CookieJar } from "../cookies/jar.js";
import type { CookieSet } from "../cookies/names.js";
import type { KeyRing } from "../crypto/keys.js";
import { FreshSignInRequired } from "../errors.js";
import type { Flow, IsFresh, Verified } from "../flows/flow.js";
import type { Ask } from "../sessions/ask.js";
import type { Proof } from "../sessions/fresh.js";

export interface FreshContext {
  readonly jar: CookieJar;
  readonly cookies: CookieSet;
  readonly keys: KeyRing;
  readonly now: number;
  readonly callbackUrl: string;
  readonly flows: ReadonlyMap<string, Flow>;
  readonly isFresh: IsFresh;
  readonly plugins: Plugins;
}

/** Whether the browser keeps a proof of every sign-in, because something here asks for a recent one. */
export function keepsProofs({ flows, plugins }: Pick<FreshContext, "flows" | "plugins">): boolean {
  return plugins.keepsProofs || [...flows.values()].some((flow) => flow.asksForFreshProof);
}

/** Whether the application may have asked the person who is signed in for a proof: see `asked.ts`. */
export function isAsked({ jar, cookies }: Pick<FreshContext, "jar" | "cookies">): boolean {
  return jar.get(cookies.prove.name) !== undefined;
}

interface Proven extends Pick<Proof, "provider" | "bothFactors" | "inKnownBrowser"> {
  readonly ask: Ask | null;
}

/** Somebody has signed in. `startedAs` is the id by which the new session knows them. */
export async function noteProof(
  context: FreshContext,
  startedAs: string | null,
  { ask, ...proven }: Proven,
): Promise<void> {
  context.jar.clear(context.cookies.prove);
  if (startedAs === null || !(ask || keepsProofs(context))) return;
  const { keepProof } = await import("../sessions/fresh.js");
  const proof = { userId: startedAs, ...proven };
  await keepProof({ ...context, cookie: context.cookies.proof }, proof);
}

/**
 * A further way to sign in is about to be linked to the user who is signed in. Whoever merely found their
 * browser open, or holds a copied session, must not make it theirs for good that way.
 */
export async function assertFresh(
  context: FreshContext,
  userId: string,
  verified: Verified,
): Promise<void> {
  if (!keepsProofs(context)) return;
  // Whoever was fresh when it began does not lose what they did meanwhile.
  if (await context.isFresh(userId, { moment: verified.beganAt })) return;
  context.jar.set(context.cookies.callbackUrl, verified.callbackUrl ?? context.callbackUrl);
  throw new FreshSignInRequired(
    "Linking another sign-in method takes a sign-in within the last ten minutes, with both factors if the user has two. The user can sign in again and repeat it.",
    { provider: verified.account.provider },
  );
}
