import type {
  EmailProviderSendVerificationRequestParams,
  SignInMail,
} from "../../types/providers.js";

/** Whom a mail comes from. */
export interface Sender {
  readonly email: string;
  readonly name?: string;
}

/** A mail and its envelope, ready for a service. */
export interface OutgoingMail extends SignInMail {
  readonly to: string;
  readonly from: Sender;
}

/** What a mail is made of, whatever it says. */
export type Sent = Pick<
  EmailProviderSendVerificationRequestParams,
  "identifier" | "url" | "provider" | "mail" | "code"
>;

/** The library's own mail. */
export function outgoing(params: Sent): OutgoingMail {
  const { mail } = params;
  if (mail) return { ...mail, to: recipientOf(params), from: senderOf(params) };
  throw new TypeError(
    "`sendVerificationRequest` was called without `mail`. Pass on all it is given.",
  );
}

// Without what would make it a list, a group, a name with an address or a comment (RFC 5322, section 3.4).
const mailbox = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u;
/** Begins an encoded word (RFC 2047), which one parser decodes into another address and the next does not. */
const encodedWord = "=?";

/** Whom it goes to. What the application calls an identifier need not be a mailbox; only one is sent to. */
export function recipientOf({
  identifier,
}: Pick<EmailProviderSendVerificationRequestParams, "identifier">): string {
  if (mailbox.test(identifier) && !identifier.includes(encodedWord)) return identifier;
  throw new TypeError(
    "The identifier that `normalizeIdentifier` gave is not a single mailbox, such as ada@example.com. Send to it with a `sendVerificationRequest` of your own.",
  );
}

/** The provider's `from`, which may be `Name <address>`; else `no-reply@` the site's host. */
function senderOf({ provider, url }: Sent): Sender {
  const from = (provider.from ?? `no-reply@${new URL(url).hostname}`).trim();
  const [, before = "", email] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? [];
  const name = /^"?([^"]*)"?$/.exec(before.trim())?.[1];
  if (email === undefined || name === undefined) return { email: from };
  return name === "" ? { email } : { email, name };
}

/** The sender as it stands in a mail's header. */
export function formatSender({ email, name }: Sender): string {
  if (name === undefined) return email;
  return /^[\w ]+$/.test(name) ? `${name} <${email}>` : `"${name.replaceAll("\\", "")}" <${email}>`;
}
