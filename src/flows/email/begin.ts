import { askInTime } from "../../core/async/deadline.js";
import { randomHex } from "../../core/crypto/random.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import { inProduction } from "../../core/values/mode.js";
import type { EmailConfig } from "../../types/providers.js";
import type { Letter } from "../mail/deliver.js";
import { randomCode } from "../mail/digits.js";
import { identifierOf } from "../mail/identifier.js";
import { mailMessages } from "../mail/mail-messages.js";
import { assertMayMail, permitAndSend } from "../mail/request-mail.js";
import { maxAgeOf, type MailSetup } from "../mail/setup.js";
import { isGuessable } from "../mail/strength.js";
import { isToken } from "../mail/verification-token.js";

/** `POST signin/{id}`: sends a mail to the address in the form. */
export async function begin(setup: MailSetup, context: FlowContext): Promise<Outcome> {
  const { provider } = setup;
  const identifier = await identifierOf(provider, context, context.body.text("email"));
  const leave = await assertMayMail(setup, context, identifier);
  const letter = await writeLetter(provider, context, identifier);
  return permitAndSend(setup, context, { letter, leave });
}

/** The mail with the link and the code of a sign-in. */
async function writeLetter(
  provider: EmailConfig,
  context: FlowContext,
  identifier: string,
): Promise<Letter> {
  const { site, callbackUrl, now } = context;
  const token = await newToken(provider, context);
  const callback = actionUrl(site, "callback", provider.id);
  return {
    identifier,
    token,
    code: randomCode(),
    expires: new Date(now + maxAgeOf(provider) * 1000),
    url: withQuery(callback, { callbackUrl, token, email: identifier }),
    messages: mailMessages(await context.language()),
  };
}

async function newToken(provider: EmailConfig, context: FlowContext): Promise<string> {
  const make = () => provider.generateVerificationToken?.();
  const made: unknown = await askInTime("generateVerificationToken", make, context.timeout);
  const token = made ?? randomHex(32);
  if (isToken(token)) return strongEnough(token, context);
  throw new EmailSignInError(
    "`generateVerificationToken` must return a string of 1 to 1024 characters.",
  );
}

async function strongEnough(token: string, context: FlowContext): Promise<string> {
  if (!isGuessable(token) || (await context.countsTries())) return token;
  const message =
    "`generateVerificationToken` returns tokens of fewer than 64 bits, which can be guessed. In production, attempts must be counted across all processes: set `sharedState` or `rateLimit`, or return longer tokens.";
  throw new EmailSignInError(inProduction(context, message));
}
