import { askInTime } from "../../core/async/deadline.js";
import { asError } from "../../core/errors/as-error.js";
import { AuthError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { isTooLong, longestPassword, normalForm } from "./hash.js";
import { minLengthOf, type PasswordSetup } from "./setup.js";

/** Why a password is refused. */
export type PasswordFault =
  | "PasswordMissing"
  | "PasswordTooShort"
  | "PasswordTooLong"
  | "PasswordCommon"
  | "PasswordBreached";

/** A newly chosen password, or what is wrong with it. */
export type Chosen =
  | { readonly password: string; readonly fault?: never }
  | { readonly fault: PasswordFault; readonly password?: never };

interface Typed {
  readonly typed: string | undefined;
  readonly email: string;
}

/** Judges only what was typed, so that the result doesn't reveal who has an account. */
export async function choose(
  setup: PasswordSetup,
  context: FlowContext,
  typed: Typed,
): Promise<Chosen> {
  const chosen = await judgeTyped(setup, context, typed);
  if (chosen.fault) return chosen;
  return (await isBreached(setup, context, chosen.password))
    ? { fault: "PasswordBreached" }
    : chosen;
}

/** The same without the app's `breached`, which may call another server. */
export async function judgeTyped(
  setup: PasswordSetup,
  context: FlowContext,
  { typed, email }: Typed,
): Promise<Chosen> {
  if (typed === undefined || typed === "") return { fault: "PasswordMissing" };
  const fault = await judge(typed, {
    minLength: minLengthOf(setup.provider),
    about: [email, email.split("@", 1)[0] ?? "", siteOf(context), context.theme.name ?? ""],
  });
  return fault ? { fault } : { password: typed };
}

function siteOf({ site }: FlowContext): string {
  return new URL(site.origin).hostname;
}

export interface Judging {
  readonly minLength: number;
  /** Words related to the user and the site, which are easy to guess. */
  readonly about: readonly string[];
}

/** Length in characters, as users count them. There are no rules about kinds of characters. */
export async function judge(
  typed: string,
  { minLength, about }: Judging,
): Promise<PasswordFault | undefined> {
  if (isTooLong(typed)) return "PasswordTooLong";
  const password = normalForm(typed);
  const { length } = [...password];
  if (length < minLength) return "PasswordTooShort";
  if (length > longestPassword) return "PasswordTooLong";
  // The list is loaded only when a password is chosen.
  const { isCommon } = await import("./common.js");
  return isCommon(password, about) ? "PasswordCommon" : undefined;
}

export async function isBreached(
  { provider }: PasswordSetup,
  { logger, timeout }: FlowContext,
  password: string,
): Promise<boolean> {
  try {
    const ask = () => provider.breached?.(password);
    return (await askInTime("breached", ask, timeout)) === true;
  } catch (error) {
    const message =
      "`breached` failed, so a password was accepted without the check. Fix the function, or check the service it calls.";
    logger.error("AuthError", new AuthError(message, { err: asError(error) }));
    return false;
  }
}
