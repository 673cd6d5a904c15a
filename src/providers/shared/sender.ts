import type {
  EmailProviderSendVerificationRequestParams,
  SignInMail,
} from "../../types/providers.js";

/** The sender of a mail. */
export interface Sender {
  readonly email: string;
  readonly name?: string;
}

/** A mail with sender and recipient, ready for a service. */
export interface OutgoingMail extends SignInMail {
  readonly to: string;
  readonly from: Sender;
}

/** The input of every mail. */
export type Sent = Pick<
  EmailProviderSendVerificationRequestParams,
  "identifier" | "url" | "provider" | "mail" | "code"
>;

/** The library's own mail. */
export function outgoing(params: Sent): OutgoingMail {
  const { mail } = params;
  if (mail) return { ...mail, to: recipientOf(params), from: senderOf(params) };
  throw new TypeError(
    "`sendVerificationRequest` was called without `mail`. Pass on every argument it receives.",
  );
}

// Excludes lists, groups, names with an address, and comments (RFC 5322, section 3.4).
const mailbox = /^[^\s\p{C}@,;:<>()[\]"\\]+@[^\s\p{C}@,;:<>()[\]"\\]+$/u;
/**
 * Starts an encoded word (RFC 2047), which one parser decodes to another address and the next
 * doesn't.
 */
const encodedWord = "=?";

/**
 * The recipient. An application's identifier may be something else than a mailbox, but mail goes to
 * a single mailbox only.
 */
export function recipientOf({
  identifier,
}: Pick<EmailProviderSendVerificationRequestParams, "identifier">): string {
  if (mailbox.test(identifier) && !identifier.includes(encodedWord)) return identifier;
  throw new TypeError(
    "`normalizeIdentifier` returned something other than a single mailbox, such as ada@example.com. To send to it, set your own `sendVerificationRequest`.",
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

/** The sender in the form of a mail header. */
export function formatSender({ email, name }: Sender): string {
  if (name === undefined) return email;
  return /^[\w ]+$/.test(name) ? `${name} <${email}>` : `"${name.replaceAll("\\", "")}" <${email}>`;
}
