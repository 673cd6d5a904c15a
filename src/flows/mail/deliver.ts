import { askInTime } from "../../core/async/deadline.js";
import { asError } from "../../core/errors/as-error.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import type { Leave } from "../../core/state/state.js";
import type {
  EmailConfig,
  EmailProviderSendVerificationRequestParams,
} from "../../types/providers.js";
import { countMail } from "./limits.js";
import { renderMail } from "./mail.js";
import type { MailMessages } from "./mail-messages.js";
import { rememberPending } from "./pending.js";
import { maxAgeOf, paceOf, type MailSetup } from "./setup.js";
import { isGuessable } from "./strength.js";
import { putBack, storeToken, takeToken, type EmailToken } from "./verification-token.js";
import { withoutAddresses } from "./without-addresses.js";

/** What the mail says. */
export interface Letter extends EmailToken {
  readonly code: string;
  readonly url: string;
  readonly expires: Date;
  /** The texts, in the language of the request. */
  readonly messages: MailMessages;
  /** What the browser keeps, sealed. */
  readonly kept?: string;
}

/** A mail to send, and the permission to do so. */
export interface Posting {
  readonly letter: Letter;
  readonly leave: Leave;
}

/** Stores the token first: a mail whose link was never stored couldn't be fixed any more. */
export async function deliver(
  setup: MailSetup,
  context: FlowContext,
  { letter, leave }: Posting,
): Promise<void> {
  // A short token may repeat an earlier one.
  const store = isGuessable(letter.token) ? putBack : storeToken;
  await orGiveBack(leave, () => store(setup, context, { ...letter, wrongCodes: 0 }));
  const pace = paceOf(setup, context.keys);
  try {
    const { hasCode } = await pace.timed(() => send(setup.provider, context, { letter, leave }));
    await remember(setup, context, hasCode ? letter : { ...letter, code: undefined });
  } catch (error) {
    await takeBack(setup, context, letter);
    throw error;
  }
}

async function orGiveBack(leave: Leave, work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    await leave.giveBack();
    throw error;
  }
}

/** The same without a mail, taking as long as sending one. The code has the usual length, and can't be redeemed. */
export async function pretend(
  setup: MailSetup,
  context: FlowContext,
  letter: Letter,
): Promise<void> {
  await storeToken(setup, context, { ...letter, wrongCodes: 0 });
  await paceOf(setup, context.keys).imitate();
  await remember(setup, context, { ...letter, code: "------" });
}

async function takeBack(setup: MailSetup, context: FlowContext, letter: Letter): Promise<void> {
  try {
    await takeToken(setup, context, letter);
  } catch (error) {
    const message =
      "The token of a mail that wasn't sent couldn't be deleted. It expires by itself.";
    context.logger.error(
      "EmailSignInError",
      new EmailSignInError(message, { err: asError(error) }),
    );
  }
}

type Remembered = EmailToken & Pick<Letter, "kept"> & { readonly code: string | undefined };

async function remember(
  setup: MailSetup,
  context: FlowContext,
  { identifier, token, code, kept }: Remembered,
): Promise<void> {
  const { provider } = setup;
  const { callbackUrl } = context;
  const sent = await countMail(setup, context, identifier);
  const emailToken = { provider: provider.id, identifier, token, callbackUrl, sent };
  const asked = kept === undefined ? emailToken : { ...emailToken, kept };
  await rememberPending(
    context,
    code === undefined ? asked : { ...asked, code },
    maxAgeOf(provider),
  );
}

/**
 * Sends the mail, and returns whether it contains the code. A failed mail isn't counted. A mail
 * that is still being sent when its time is up counts until it fails.
 */
async function send(
  provider: EmailConfig,
  context: FlowContext,
  { letter, leave }: Posting,
): Promise<{ hasCode: boolean }> {
  let hasCode = false;
  const params = paramsFor(provider, context, letter);
  // A sender made for links alone ignores the code, so the page mustn't ask for it.
  const watched: EmailProviderSendVerificationRequestParams = {
    ...params,
    get code() {
      hasCode = true;
      return letter.code;
    },
    get mail() {
      hasCode = true;
      return mailFor(context, letter);
    },
  };
  try {
    const ask = () => orGiveBack(leave, () => provider.sendVerificationRequest(watched));
    await askInTime("sendVerificationRequest", ask, context.timeout);
  } catch (error) {
    const err = withoutAddresses(error, letter.identifier);
    throw new EmailSignInError("The email couldn't be sent.", { err, provider: provider.id });
  }
  return { hasCode };
}

function paramsFor(provider: EmailConfig, context: FlowContext, letter: Letter) {
  const { identifier, token, expires, url } = letter;
  const { theme } = context;
  return { identifier, token, expires, url, provider, theme, request: context.toRequest() };
}

function mailFor({ site, theme, now }: FlowContext, letter: Letter) {
  const { host } = new URL(site.origin);
  const { url, code, expires, messages } = letter;
  const siteName = theme.name || host;
  return renderMail({ url, code, expires, now, host, theme, siteName, messages });
}
