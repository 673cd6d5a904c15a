import type { SignInCallbackParams } from "../../types/callbacks.js";
import type { Callbacks } from "../../types/hooks.js";
import { asError } from "../errors/as-error.js";
import { AccessDenied, AuthError } from "../errors/errors.js";
import { because } from "../errors/reason.js";
import type { AttemptContext, Attempted } from "../events/attempt.js";
import { redirectTo, type Outcome } from "../http/outcome.js";

export interface SignInCallbackContext extends Pick<AttemptContext, "tell"> {
  readonly callbacks: Pick<Callbacks, "signIn">;
  readonly resolveRedirect: (target: string | undefined) => Promise<string>;
}

/**
 * Runs the `signIn` callback. Returns null to go on, or an outcome to respond with. Throws `AccessDenied` if
 * the callback refuses or fails; `AuthError`s pass through.
 */
export async function runSignInCallback(
  { callbacks, resolveRedirect, tell }: SignInCallbackContext,
  params: SignInCallbackParams,
  about: Attempted = params.account ? { provider: params.account.provider } : {},
): Promise<Outcome | null> {
  const { signIn } = callbacks;
  if (!signIn) return null;
  // JavaScript may return anything, whatever the types say.
  const answer: unknown = await ask(signIn, params);
  if (typeof answer === "string" && answer !== "") {
    await tell?.({ type: "sign-in.refused", reason: AccessDenied.type, ...about });
    return redirectTo(await resolveRedirect(answer));
  }
  if (!answer) {
    const isForgotten = answer === undefined;
    const why = isForgotten ? ": it returned nothing" : "";
    const error = new AccessDenied(`The \`signIn\` callback refused this sign-in${why}.`);
    throw isForgotten ? because("returned-nothing", error) : error;
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
