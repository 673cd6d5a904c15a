import { EmailSignInError } from "../../errors.js";
import { asError } from "../../thrown.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import type { Desk } from "./desk.js";
import { maxAgeOf, type Letter } from "./letter.js";
import { rememberPending } from "./pending.js";
import { send } from "./send.js";
import { storeTicket, takeTicket, type Ticket } from "./ticket.js";

/** Stores first: a mail whose link was never stored could not be mended any more. */
export async function deliver(desk: Desk, context: FlowContext, letter: Letter): Promise<void> {
  await storeTicket(desk, context, { ...letter, wrongCodes: 0 });
  try {
    const { hasCode } = await desk.pace.timed(() => send(desk.provider, context, letter));
    await remember(desk.provider, context, hasCode ? letter : { ...letter, code: undefined });
  } catch (error) {
    await takeBack(desk, context, letter);
    throw error;
  }
}

/**
 * The same, without a mail, in the time that a mail would take. The code is as long as any, and one
 * that nobody can type in.
 */
export async function pretend(desk: Desk, context: FlowContext, letter: Letter): Promise<void> {
  await storeTicket(desk, context, { ...letter, wrongCodes: 0 });
  await desk.pace.imitate();
  await remember(desk.provider, context, { ...letter, code: "------" });
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

type Remembered = Ticket & { readonly code: string | undefined };

async function remember(
  provider: EmailConfig,
  context: FlowContext,
  { identifier, token, code }: Remembered,
): Promise<void> {
  const { callbackUrl } = context;
  const asked = { provider: provider.id, identifier, token, callbackUrl };
  await rememberPending(
    context,
    code === undefined ? asked : { ...asked, code },
    maxAgeOf(provider),
  );
}
