import { randomHex } from "../../crypto/random.js";
import { EmailSignInError } from "../../errors.js";
import { actionUrl, withQuery } from "../../http/urls.js";
import type { EmailConfig } from "../../types/providers.js";
import type { FlowContext } from "../flow.js";
import { randomCode } from "./digits.js";
import { isToken, type Ticket } from "./ticket.js";

const defaultMaxAge = 15 * 60;

/** What there is to tell the reader of the mail. */
export interface Letter extends Ticket {
  readonly code: string;
  readonly url: string;
  readonly expires: Date;
}

export async function writeLetter(
  provider: EmailConfig,
  context: FlowContext,
  identifier: string,
): Promise<Letter> {
  const token = await newToken(provider);
  const { site, callbackUrl, now } = context;
  const callback = actionUrl(site, "callback", provider.id);
  return {
    identifier,
    token,
    code: randomCode(),
    expires: new Date(now + maxAgeOf(provider) * 1000),
    url: withQuery(callback, { callbackUrl, token, email: identifier }),
  };
}

async function newToken(provider: EmailConfig): Promise<string> {
  const token: unknown = (await provider.generateVerificationToken?.()) ?? randomHex(32);
  if (isToken(token)) return token;
  throw new EmailSignInError(
    "`generateVerificationToken` must return a text of 1 to 1024 characters.",
  );
}

/** Seconds the link works. */
export function maxAgeOf({ maxAge }: EmailConfig): number {
  return maxAge ?? defaultMaxAge;
}
