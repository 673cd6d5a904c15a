import { equalText } from "../../crypto/hash.js";
import { Verification } from "../../errors.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { withQuery } from "../../http/urls.js";
import type { FlowContext, Verified } from "../flow.js";
import { verifyRequestUrl } from "./begin.js";
import type { Desk } from "./desk.js";
import { readCode } from "./digits.js";
import { ownerOf } from "./owner.js";
import { forgetPending, readPending } from "./pending.js";
import { mostTries, storeTicket, takeTicket, type TakenTicket } from "./ticket.js";

/**
 * A code was typed in by the browser that asked for the mail. Every try takes the ticket out of the
 * store; a wrong one puts it back with its count raised, and the last one does not. So tries are
 * counted where all processes see them, replaying a cookie gains nothing, and of simultaneous tries
 * only one finds the ticket.
 */
export async function tryCode(
  desk: Desk,
  context: FlowContext,
  typed: string,
): Promise<Verified | Outcome> {
  const pending = await readPending(context, desk.provider.id);
  if (pending?.code === undefined) {
    throw new Verification("This browser did not ask for an e-mail with a code, or did long ago.");
  }
  const code = readCode(typed);
  if (code === undefined) return again(desk, context);
  const ticket = await takeTicket(desk, context, pending);
  if (!ticket) return giveUp(context);
  if (!equalText(context.keys, pending.code, code)) return wrong(desk, context, ticket);
  const { callbackUrl } = pending;
  return { ...ownerOf(desk, context, ticket.identifier), callbackUrl };
}

async function wrong(desk: Desk, context: FlowContext, ticket: TakenTicket): Promise<Outcome> {
  const wrongCodes = ticket.wrongCodes + 1;
  if (wrongCodes >= mostTries) return giveUp(context);
  await storeTicket(desk, context, { ...ticket, wrongCodes });
  return again(desk, context);
}

function again({ provider }: Desk, context: FlowContext): Outcome {
  return redirectTo(withQuery(verifyRequestUrl(provider, context), { error: "Verification" }));
}

function giveUp(context: FlowContext): never {
  forgetPending(context);
  throw new Verification("The code was typed in wrongly too often, was used, or has expired.");
}
