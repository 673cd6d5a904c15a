import { randomHex } from "../../crypto/random.js";
import { EmailSignInError } from "../../errors.js";
import { normalizeIp } from "../../http/ip.js";
import { redirectTo, type Outcome } from "../../http/outcome.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import { stateKey } from "../../state/key.js";
import type { Leave } from "../../state/state.js";
import type { FlowContext } from "../flow.js";
import { askLeave, permitMail, tellBegun, verifyRequestUrl } from "../mail/ask.js";
import { deliver, pretend } from "../mail/deliver.js";
import { randomCode } from "../mail/digits.js";
import type { Letter } from "../mail/letter.js";
import { mailMessages, type MailMessages } from "../mail/mail-messages.js";
import { maxAgeOf } from "../mail/max-age.js";
import type { Ticket } from "../mail/ticket.js";
import type { PasswordMails } from "../../types/messages.js";
import type { Desk } from "./desk.js";
import { mailsFor, passwordMails } from "./mail-texts.js";
import { bound, mayHave } from "./proof.js";
import { findByEmail } from "./find.js";

/** Somebody asks for a mail: for an account, with the hash of its password, or since they forgot theirs. */
export interface Asked {
  readonly identifier: string;
  readonly kept?: string | undefined;
  readonly leave: Leave;
}

/** Leave to send a mail to an address. Asked before anything is hashed, sent or looked up. */
export async function leaveToAsk(
  desk: Desk,
  context: FlowContext,
  identifier: string,
): Promise<Leave> {
  await assertClientMayAsk(desk, context);
  return askLeave(desk.mail, context, identifier);
}

/**
 * Sends the mail that proves an address. Everybody gets the same answer, and every address a mail: what it
 * says is for its reader alone.
 */
export async function askForProof(
  desk: Desk,
  context: FlowContext,
  { identifier, kept, leave }: Asked,
): Promise<Outcome> {
  const { user, stored } = await findByEmail(context, identifier);
  const token = randomHex(32);
  const letter: Letter = {
    identifier,
    token: await bound(context, { token, stored }),
    code: randomCode(),
    url: linkTo(context, { identifier, token }),
    expires: new Date(context.now + maxAgeOf(desk.mail.provider) * 1000),
    messages: await messagesOf(
      context,
      mailsFor[kept === undefined ? "forgot" : "signUp"][user ? "known" : "unknown"],
    ),
    ...(kept !== undefined && { kept }),
  };
  const answer = await permitMail(desk.mail, context, identifier);
  const isHidden = answer === "pretend" || !mayHave(desk, user !== null);
  if (isHidden) await pretend(desk.mail, context, letter);
  else if (answer) return answer;
  else await deliver(desk.mail, context, { letter, leave });
  await tellBegun(desk.mail, context, isHidden);
  return redirectTo(verifyRequestUrl(desk.mail, context));
}

async function messagesOf(context: FlowContext, about: keyof PasswordMails): Promise<MailMessages> {
  const language = await context.language();
  return { ...mailMessages(language), ...language.texts("password", passwordMails).mails[about] };
}

/** Where the link of a mail leads. */
export function linkTo({ site, callbackUrl }: FlowContext, { identifier, token }: Ticket): string {
  const page = actionUrl(site, "password", "reset");
  return withQuery(page, { callbackUrl, token, email: identifier });
}

/** Mails that one client asks for, to whatever addresses. */
const mailsFromOneClient = { most: 30, window: 10 * 60 };

async function assertClientMayAsk({ provider }: Desk, context: FlowContext): Promise<void> {
  const ip = normalizeIp(context.clientIp());
  if (ip === undefined) return;
  const key = await stateKey(context.keys, "password-mails", [provider.id, ip]);
  if ((await context.state.countWithin(key, mailsFromOneClient)) !== false) return;
  throw new EmailSignInError("Too many e-mails were asked for by one client.", {
    provider: provider.id,
  });
}
