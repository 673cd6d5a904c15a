import { equalText } from "../../core/crypto/hash.js";
import { Verification } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { readCode } from "./digits.js";
import { assertClientMayTry, countWrong, mayCompare, whoTries, type Trier } from "./limits.js";
import { forgetPending, readPending, type PendingMail } from "./pending.js";
import type { MailSetup } from "./setup.js";
import { maxWrongCodes, putBack, takeToken, type TakenToken } from "./verification-token.js";

/**
 * A code was typed by the browser that asked for the mail. Every attempt takes the token out of the store; a
 * wrong one puts it back with its count raised, except for the last. So attempts are counted across all
 * processes, replaying a cookie gains nothing, and only one of several concurrent attempts finds the token.
 * Undefined if the user may try again.
 */
export async function redeemCode(
  setup: MailSetup,
  context: FlowContext,
  typed: string,
): Promise<PendingMail | undefined> {
  const pending = await readPending(context, setup.provider.id);
  if (pending?.code === undefined) {
    throw new Verification(
      "This browser didn't ask for an email with a code, or asked too long ago.",
    );
  }
  const code = readCode(typed);
  if (code === undefined) return undefined;
  const { sent } = pending;
  const trier = await whoTries(setup, context, pending.identifier);
  await assertClientMayTry(setup, context, trier);
  const emailToken = await takeToken(setup, context, pending);
  if (!emailToken) return giveUp(context);
  // Counted once there's something to compare: an invalid cookie uses up nobody's attempts.
  if (!(await mayCompare(setup, context, { trier, sent }))) {
    return later(setup, context, emailToken);
  }
  if (!equalText(context.keys, pending.code, code)) {
    return wrong(setup, context, { emailToken, trier });
  }
  return pending;
}

/** The link in the mail still works. */
async function later(
  setup: MailSetup,
  context: FlowContext,
  emailToken: TakenToken,
): Promise<never> {
  await putBack(setup, context, emailToken);
  throw new Verification("Too many codes were tried for this address today.");
}

async function wrong(
  setup: MailSetup,
  context: FlowContext,
  { emailToken, trier }: { readonly emailToken: TakenToken; readonly trier: Trier },
): Promise<undefined> {
  await countWrong(setup, context, trier);
  const wrongCodes = emailToken.wrongCodes + 1;
  if (wrongCodes >= maxWrongCodes) return giveUp(context);
  await putBack(setup, context, { ...emailToken, wrongCodes });
  return undefined;
}

function giveUp(context: FlowContext): never {
  forgetPending(context);
  throw new Verification("The code was typed in wrongly too often, was used, or has expired.");
}
