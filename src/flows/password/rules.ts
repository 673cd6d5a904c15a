import { askInTime } from "../../deadline.js";
import { AuthError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import { minLengthOf, type Desk } from "./desk.js";
import { isTooLong, longestPassword, normalForm } from "./hash.js";

/** Why a password can not be chosen. */
export type PasswordFault =
  | "PasswordMissing"
  | "PasswordTooShort"
  | "PasswordTooLong"
  | "PasswordCommon"
  | "PasswordBreached";

/** A password that was typed in to be chosen, or what is wrong with it. */
export type Chosen =
  | { readonly password: string; readonly fault?: never }
  | { readonly fault: PasswordFault; readonly password?: never };

interface Typed {
  readonly typed: string | undefined;
  readonly email: string;
}

/** Judged by what was typed in alone, so that nobody learns from it who has an account. */
export async function choose(desk: Desk, context: FlowContext, typed: Typed): Promise<Chosen> {
  const chosen = await judgeTyped(desk, context, typed);
  if (chosen.fault) return chosen;
  return (await isBreached(desk, context, chosen.password))
    ? { fault: "PasswordBreached" }
    : chosen;
}

/** The same without the application's `breached`, which may ask another server. */
export async function judgeTyped(
  desk: Desk,
  context: FlowContext,
  { typed, email }: Typed,
): Promise<Chosen> {
  if (typed === undefined || typed === "") return { fault: "PasswordMissing" };
  const fault = await judge(typed, {
    minLength: minLengthOf(desk.provider),
    about: [email, email.split("@", 1)[0] ?? "", siteOf(context), context.theme.name ?? ""],
  });
  return fault ? { fault } : { password: typed };
}

function siteOf({ site }: FlowContext): string {
  return new URL(site.origin).hostname;
}

export interface Judging {
  readonly minLength: number;
  /** What everybody knows about the person and the site. */
  readonly about: readonly string[];
}

/** Lengths are of characters, as people count them. There are no rules on which ones. */
export async function judge(
  typed: string,
  { minLength, about }: Judging,
): Promise<PasswordFault | undefined> {
  if (isTooLong(typed)) return "PasswordTooLong";
  const password = normalForm(typed);
  const { length } = [...password];
  if (length < minLength) return "PasswordTooShort";
  if (length > longestPassword) return "PasswordTooLong";
  // The list is loaded only when somebody chooses a password.
  const { isCommon } = await import("./common.js");
  return isCommon(password, about) ? "PasswordCommon" : undefined;
}

export async function isBreached(
  { provider }: Desk,
  { logger, timeout }: FlowContext,
  password: string,
): Promise<boolean> {
  try {
    const ask = () => provider.breached?.(password);
    return (await askInTime("breached", ask, timeout)) === true;
  } catch (error) {
    const message = "`breached` failed, so that a password was accepted without it.";
    logger.error("AuthError", new AuthError(message, { err: asError(error) }));
    return false;
  }
}
