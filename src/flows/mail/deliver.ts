import { EmailSignInError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { FlowContext } from "../flow.js";
import type { Leave } from "../../state/state.js";
import { paceOf, type Desk } from "./desk.js";
import type { Letter } from "./letter.js";
import { countMail } from "./limits.js";
import { maxAgeOf } from "./max-age.js";
import { rememberPending } from "./pending.js";
import { send } from "./send.js";
import { isGuessable } from "./strength.js";
import { putBack, storeTicket, takeTicket, type Ticket } from "./ticket.js";

/** A mail to be sent, and the leave to do so. */
export interface Posting {
  readonly letter: Letter;
  readonly leave: Leave;
}

/** Stores first: a mail whose link was never stored could not be mended any more. */
export async function deliver(
  desk: Desk,
  context: FlowContext,
  { letter, leave }: Posting,
): Promise<void> {
  await stored(desk, context, { letter, leave });
  const pace = paceOf(desk, context.keys);
  try {
    const { hasCode } = await pace.timed(() => send(desk.provider, context, { letter, leave }));
    await remember(desk, context, hasCode ? letter : { ...letter, code: undefined });
  } catch (error) {
    await takeBack(desk, context, letter);
    throw error;
  }
}

async function stored(desk: Desk, context: FlowContext, { letter, leave }: Posting) {
  try {
    // A short token may be the same as one that was used before.
    const store = isGuessable(letter.token) ? putBack : storeTicket;
    await store(desk, context, { ...letter, wrongCodes: 0 });
  } catch (error) {
    await leave.giveBack();
    throw error;
  }
}

/**
 * The same, without a mail, in the time that a mail would take. The code is as long as any, and one
 * that nobody can type in.
 */
export async function pretend(desk: Desk, context: FlowContext, letter: Letter): Promise<void> {
  await storeTicket(desk, context, { ...letter, wrongCodes: 0 });
  await paceOf(desk, context.keys).imitate();
  await remember(desk, context, { ...letter, code: "------" });
}

async function takeBack(desk: Desk, context: FlowContext, letter: Letter): Promise<void> {
  try {
    await takeTicket(desk, context, letter);
  } catch (error) {
    const message = "The token of an e-mail that was not sent could not be removed; it expires.";
    context.logger.error(
      "EmailSignInError",
      new EmailSignInError(message, { err: asError(error) }),
    );
  }
}

type Remembered = Ticket & Pick<Letter, "kept"> & { readonly code: string | undefined };

async function remember(
  desk: Desk,
  context: FlowContext,
  { identifier, token, code, kept }: Remembered,
): Promise<void> {
  const { provider } = desk;
  const { callbackUrl } = context;
  const sent = await countMail(desk, context, identifier);
  const ticket = { provider: provider.id, identifier, token, callbackUrl, sent };
  const asked = kept === undefined ? ticket : { ...ticket, kept };
  await rememberPending(
    context,
    code === undefined ? asked : { ...asked, code },
    maxAgeOf(provider),
  );
}
