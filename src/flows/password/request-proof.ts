import { randomHex } from "../../core/crypto/random.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { FlowContext } from "../../core/flow.js";
import { normalizeIp } from "../../core/http/ip.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionUrl, withQuery } from "../../core/http/urls.js";
import { stateKey } from "../../core/state/key.js";
import type { Leave } from "../../core/state/state.js";
import type { MailOwnTexts, PasswordMails } from "../../types/messages.js";
import type { Letter } from "../mail/deliver.js";
import { randomCode } from "../mail/digits.js";
import { mailMessages, type MailMessages } from "../mail/mail-messages.js";
import { assertMayMail, permitAndSend } from "../mail/request-mail.js";
import { maxAgeOf } from "../mail/setup.js";
import type { EmailToken } from "../mail/verification-token.js";
import { bound, findByEmail, mayHave, type FoundUser } from "./proof.js";
import type { PasswordSetup } from "./setup.js";
import { asksFields } from "./sign-up-fields.js";

const notYou = "Didn’t ask for this? Ignore this email. Nothing changes without it.";

/** The mail that proves a new address. */
const welcome: MailOwnTexts = {
  subject: (site) => `Confirm your address for ${site}`,
  title: (site) => `Welcome to ${site}`,
  codeIntro: "To confirm your address, type this code on the page where you signed up:",
  button: "Confirm my address",
  notYou,
};

/** Someone signs up with an address that has an account. */
const again: MailOwnTexts = {
  subject: (site) => `You already have an account at ${site}`,
  title: (site) => `You already have an account at ${site}`,
  codeIntro:
    "Someone, perhaps you, signed up with this address again. To sign in and use the new password from now on, type this code on the page where you signed up:",
  button: "Choose a password",
  notYou: "Wasn’t you? Ignore this email. Your password stays the same.",
};

const reset: MailOwnTexts = {
  subject: (site) => `A new password for ${site}`,
  title: (site) => `A new password for ${site}`,
  codeIntro: "To choose a new password, type this code on the page where you asked for it:",
  button: "Choose a password",
  notYou: "Wasn’t you? Ignore this email. Your password stays the same.",
};

/** Someone asks for a reset, but there's no account. */
const nobody: MailOwnTexts = {
  subject: (site) => `There’s no account for this address at ${site}`,
  title: (site) => `There’s no account for this address at ${site}`,
  codeIntro:
    "Someone, perhaps you, asked for a new password. There’s no account with this address, but you can create one: type this code on the page where you asked.",
  button: "Create an account",
  notYou,
};

/** The mails about passwords, in English. */
export const passwordMails: { readonly mails: PasswordMails } = {
  mails: { welcome, again, reset, nobody },
};

/** Chooses the mail by the request, and whether the address has an account. */
const mailsFor = {
  signUp: { known: "again", unknown: "welcome" },
  forgot: { known: "reset", unknown: "nobody" },
} as const;

/** A request for a mail: for sign-up, with the hash of the password, or for a reset. */
export interface ProofRequest {
  readonly identifier: string;
  readonly kept?: string | undefined;
  readonly leave: Leave;
}

/** A permission to send a mail to an address. Checked before anything is hashed, sent or looked up. */
export async function assertMayRequest(
  setup: PasswordSetup,
  context: FlowContext,
  identifier: string,
): Promise<Leave> {
  await assertClientMayAsk(setup, context);
  return assertMayMail(setup.mail, context, identifier);
}

/**
 * Sends the mail that proves an address. Everyone gets the same response, and every address gets a mail: what
 * it says is for its reader alone.
 */
export async function requestProof(
  setup: PasswordSetup,
  context: FlowContext,
  { identifier, kept, leave }: ProofRequest,
): Promise<Outcome> {
  const { user, stored } = await findByEmail(context, identifier);
  const token = randomHex(32);
  const letter: Letter = {
    identifier,
    token: await bound(context, { token, stored }),
    code: randomCode(),
    url: linkTo(setup, context, { identifier, token, user }),
    expires: new Date(context.now + maxAgeOf(setup.mail.provider) * 1000),
    messages: await messagesOf(
      context,
      mailsFor[kept === undefined ? "forgot" : "signUp"][user ? "known" : "unknown"],
    ),
    ...(kept !== undefined && { kept }),
  };
  const isDue = mayHave(setup, user !== null);
  return permitAndSend(setup.mail, context, { letter, leave, isDue });
}

async function messagesOf(context: FlowContext, about: keyof PasswordMails): Promise<MailMessages> {
  const language = await context.language();
  return { ...mailMessages(language), ...language.texts("password", passwordMails).mails[about] };
}

/**
 * The target of a mail's link. Only the mail's reader learns whether the address has an account: if
 * it has none, the fields of a sign-up are shown.
 */
export function linkTo(
  { provider }: PasswordSetup,
  { site, callbackUrl }: FlowContext,
  { identifier, token, user }: EmailToken & Pick<FoundUser, "user">,
): string {
  const page = actionUrl(site, "password", "reset");
  const isNew = user === null && asksFields(provider);
  return withQuery(page, { callbackUrl, token, email: identifier, ...(isNew && { new: "1" }) });
}

/** Mails requested by one client, for any address. */
const mailsFromOneClient = { most: 30, window: 10 * 60 };

async function assertClientMayAsk(
  { provider }: PasswordSetup,
  context: FlowContext,
): Promise<void> {
  const ip = normalizeIp(context.clientIp());
  if (ip === undefined) return;
  const key = await stateKey(context.keys, "password-mails", [provider.id, ip]);
  if ((await context.state.countWithin(key, mailsFromOneClient)) !== false) return;
  throw new EmailSignInError("One client requested too many emails, so this one wasn't sent.", {
    provider: provider.id,
  });
}
