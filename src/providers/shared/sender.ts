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

/** The library's own mail. */
export function outgoing(params: EmailProviderSendVerificationRequestParams): OutgoingMail {
  const { identifier, mail } = params;
  if (mail) return { ...mail, to: identifier, from: senderOf(params) };
  throw new TypeError(
    "`sendVerificationRequest` was called without `mail`. Pass on all it is given.",
  );
}

/** The provider's `from`, which may be `Name <address>`; else `no-reply@` the site's host. */
function senderOf({ provider, url }: EmailProviderSendVerificationRequestParams): Sender {
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
