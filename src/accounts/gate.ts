import { AccessDenied, AuthError } from "../errors.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import type { SignInCallbackParams } from "../types/callbacks.js";
import type { Callbacks } from "../types/hooks.js";
import { asError } from "../thrown.js";
import type { AttemptContext, Attempted } from "./attempt.js";

export interface GateContext extends Pick<AttemptContext, "tell"> {
  readonly callbacks: Pick<Callbacks, "signIn">;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
}

/**
 * Asks the `signIn` callback. Null: go on. An outcome: go there instead. Throws `AccessDenied` when
 * the callback says no or fails; its own `AuthError`s pass through.
 */
export async function passGate(
  { callbacks, resolveRedirect, tell }: GateContext,
  params: SignInCallbackParams,
  about: Attempted = params.account ? { provider: params.account.provider } : {},
): Promise<Outcome | null> {
  const { signIn } = callbacks;
  if (!signIn) return null;
  // What JavaScript may return, whatever the types say.
  const answer: unknown = await ask(signIn, params);
  if (typeof answer === "string" && answer !== "") {
    await tell?.({ type: "sign-in.refused", reason: AccessDenied.type, ...about });
    return redirectTo(await resolveRedirect(answer));
  }
  if (!answer) {
    const why = answer === undefined ? ": it returned nothing" : "";
    throw new AccessDenied(`The \`signIn\` callback did not allow this sign-in${why}.`);
  }
  return null;
}

async function ask(
  signIn: NonNullable<Callbacks["signIn"]>,
  params: SignInCallbackParams,
): Promise<boolean | string> {
  try {
    return await signIn(params);
  } catch (error) {
    if (error instanceof AuthError) throw error;
    const err = asError(error);
    throw new AccessDenied(err.message, { err, reason: "callback-threw" });
  }
}
