import { randomHex } from "../../crypto/random.js";
import { askInTime } from "../../deadline.js";
import { inProduction } from "../../mode.js";
import { EmailSignInError } from "../../errors.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import { randomCode } from "../mail/digits.js";
import type { Letter } from "../mail/letter.js";
import { mailMessages } from "../mail/mail-messages.js";
import { maxAgeOf } from "../mail/max-age.js";
import { isGuessable } from "../mail/strength.js";
import { isToken } from "../mail/ticket.js";

/** The mail with the link and the code of a sign-in. */
export async function writeLetter(
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
    "`generateVerificationToken` must return a text of 1 to 1024 characters.",
  );
}

async function strongEnough(token: string, context: FlowContext): Promise<string> {
  if (!isGuessable(token) || (await context.countsTries())) return token;
  const message =
    "`generateVerificationToken` makes tokens of fewer than 64 bits, which can be guessed. In production that needs tries to be counted where all processes see them: set `sharedState` or `rateLimit`, or make longer tokens.";
  throw new EmailSignInError(inProduction(context, message));
}
