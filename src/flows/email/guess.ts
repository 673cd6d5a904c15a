import { Verification } from "../../errors.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "../mail/desk.js";
import {
  assertClientMayTry,
  countWrong,
  keyFor,
  mailsSent,
  mayCompare,
  whoTries,
  type Trier,
} from "../mail/limits.js";
import { maxAgeOf } from "../mail/max-age.js";
import { mostTries, takeTicket, type TakenTicket, type Ticket } from "../mail/ticket.js";

/**
 * Takes the ticket of a token so short that it could be guessed: an application may make its own
 * tokens, and some make them as short as codes. Anybody may try them, so that after as many wrong
 * ones as a code may have, those that were sent until then are worth nothing any more.
 */
export async function takeGuessable(
  desk: Desk,
  context: FlowContext,
  ticket: Ticket,
): Promise<TakenTicket | null> {
  const { identifier } = ticket;
  const trier = await whoTries(desk, context, identifier);
  await assertClientMayTry(desk, context, trier);
  const sent = await mailsSent(desk, context, identifier);
  if (!(await mayCompare(desk, context, { trier, sent }))) {
    throw new Verification("Too many short tokens were tried for this address today.");
  }
  // Asked before the ticket is taken: where nobody can tell, it is still there to be tried again.
  const ended = await context.state.noted(await keyFor(desk, context, { kind: "ended", trier }));
  const taken = await takeTicket(desk, context, ticket);
  if (taken) return ended !== undefined && sentAt(desk, taken) <= Number(ended) ? null : taken;
  await countWrong(desk, context, trier);
  await endAfterTooMany(desk, context, trier);
  return null;
}

async function endAfterTooMany(desk: Desk, context: FlowContext, trier: Trier) {
  const { state, now } = context;
  const lasts = Math.ceil(maxAgeOf(desk.provider));
  const wrong = await keyFor(desk, context, { kind: "wrong-tokens", trier });
  if ((await state.count(wrong, lasts)) < mostTries) return;
  await state.note(await keyFor(desk, context, { kind: "ended", trier }), String(now), lasts);
  await state.undo(wrong);
}

/** When the mail went out, in milliseconds since 1970. */
function sentAt({ provider }: Desk, { expires }: TakenTicket): number {
  return expires.getTime() - maxAgeOf(provider) * 1000;
}
