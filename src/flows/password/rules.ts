import { askInTime } from "../../deadline.js";
import { AuthError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import { isCommon } from "./common.js";
import { minLengthOf, type Desk } from "./desk.js";
import { normalForm } from "./hash.js";

/** Characters. NIST asks for 64 at least; a bound there must be, since what is hashed is read first. */
const longest = 256;

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

/** Judged by what was typed in alone, so that nobody learns from it who has an account. */
export async function choose(
  desk: Desk,
  context: FlowContext,
  { typed, email }: { readonly typed: string | undefined; readonly email: string },
): Promise<Chosen> {
  if (typed === undefined || typed === "") return { fault: "PasswordMissing" };
  const fault = judge(typed, {
    minLength: minLengthOf(desk.provider),
    about: [email, email.split("@", 1)[0] ?? "", siteOf(context), context.theme.name ?? ""],
  });
  if (fault) return { fault };
  return (await isBreached(desk, context, typed))
    ? { fault: "PasswordBreached" }
    : { password: typed };
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
export function judge(typed: string, { minLength, about }: Judging): PasswordFault | undefined {
  if (typed.length > 4 * longest) return "PasswordTooLong";
  const password = normalForm(typed);
  const { length } = [...password];
  if (length < minLength) return "PasswordTooShort";
  if (length > longest) return "PasswordTooLong";
  return isCommon(password, about) ? "PasswordCommon" : undefined;
}

async function isBreached(
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
