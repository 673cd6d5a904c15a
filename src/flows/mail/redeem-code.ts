import { equalText } from "../../crypto/hash.js";
import { Verification } from "../../errors.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "./desk.js";
import { readCode } from "./digits.js";
import { assertClientMayTry, countWrong, mayCompare, whoTries, type Trier } from "./limits.js";
import { forgetPending, readPending, type Pending } from "./pending.js";
import { mostTries, putBack, takeTicket, type TakenTicket } from "./ticket.js";

/**
 * A code was typed in by the browser that asked for the mail. Every try takes the ticket out of the
 * store; a wrong one puts it back with its count raised, and the last one does not. So tries are
 * counted where all processes see them, replaying a cookie gains nothing, and of simultaneous tries
 * only one finds the ticket. Undefined when the person may try once more.
 */
export async function redeemCode(
  desk: Desk,
  context: FlowContext,
  typed: string,
): Promise<Pending | undefined> {
  const pending = await readPending(context, desk.provider.id);
  if (pending?.code === undefined) {
    throw new Verification("This browser did not ask for an e-mail with a code, or did long ago.");
  }
  const code = readCode(typed);
  if (code === undefined) return undefined;
  const { sent } = pending;
  const trier = await whoTries(desk, context, pending.identifier);
  await assertClientMayTry(desk, context, trier);
  const ticket = await takeTicket(desk, context, pending);
  if (!ticket) return giveUp(context);
  // Counted once there is something to compare: a cookie that is worth nothing uses nobody's tries up.
  if (!(await mayCompare(desk, context, { trier, sent }))) return later(desk, context, ticket);
  if (!equalText(context.keys, pending.code, code)) return wrong(desk, context, { ticket, trier });
  return pending;
}

/** The link in the mail still works. */
async function later(desk: Desk, context: FlowContext, ticket: TakenTicket): Promise<never> {
  await putBack(desk, context, ticket);
  throw new Verification("Too many codes were tried for this address today.");
}

async function wrong(
  desk: Desk,
  context: FlowContext,
  { ticket, trier }: { readonly ticket: TakenTicket; readonly trier: Trier },
): Promise<undefined> {
  await countWrong(desk, context, trier);
  const wrongCodes = ticket.wrongCodes + 1;
  if (wrongCodes >= mostTries) return giveUp(context);
  await putBack(desk, context, { ...ticket, wrongCodes });
  return undefined;
}

function giveUp(context: FlowContext): never {
  forgetPending(context);
  throw new Verification("The code was typed in wrongly too often, was used, or has expired.");
}
