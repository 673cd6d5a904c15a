import type {
  EmailProviderSendVerificationRequestParams,
  SendNoticeParams,
} from "../types/providers.js";

/** A mail that wasn't sent. */
export interface DevMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The link to sign in with. */
  readonly link?: string | undefined;
  /** The six-digit code that can be typed instead. */
  readonly code?: string | undefined;
}

/** The library's own mail, with its purpose. */
export function mailOf(
  params: EmailProviderSendVerificationRequestParams | SendNoticeParams,
): DevMail {
  const { identifier, url, mail } = params;
  const { subject, text, html } = mail ?? { subject: "Sign in", text: url, html: "" };
  const code = "code" in params ? params.code : undefined;
  return { to: identifier, subject, text, html, link: url, code };
}
