import { Verification } from "../../errors.js";
import { stateKey } from "../../state/key.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "../mail/desk.js";
import { assertClientMayTry, countWrong, mailsSent, mayCompare } from "../mail/limits.js";
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
  await assertClientMayTry(desk, context);
  const sent = await mailsSent(desk, context, identifier);
  if (!(await mayCompare(desk, context, { identifier, sent }))) {
    throw new Verification("Too many short tokens were tried for this address today.");
  }
  // Asked before the ticket is taken: where nobody can tell, it is still there to be tried again.
  const ended = await context.state.noted(await keyOf(desk, context, ["ended", identifier]));
  const taken = await takeTicket(desk, context, ticket);
  if (taken) return ended !== undefined && sentAt(desk, taken) <= Number(ended) ? null : taken;
  await countWrong(desk, context);
  await endAfterTooMany(desk, context, identifier);
  return null;
}

const keyOf = ({ provider }: Desk, { keys }: FlowContext, [kind, who]: [string, string]) =>
  stateKey(keys, kind, [provider.id, who]);

async function endAfterTooMany(desk: Desk, context: FlowContext, identifier: string) {
  const { state, now } = context;
  const lasts = Math.ceil(maxAgeOf(desk.provider));
  const wrong = await state.count(await keyOf(desk, context, ["wrong-tokens", identifier]), lasts);
  if (wrong < mostTries) return;
  await state.note(await keyOf(desk, context, ["ended", identifier]), String(now), lasts);
  await state.undo(await keyOf(desk, context, ["wrong-tokens", identifier]));
}

/** When the mail went out, in milliseconds since 1970. */
function sentAt({ provider }: Desk, { expires }: TakenTicket): number {
  return expires.getTime() - maxAgeOf(provider) * 1000;
}
