import type { SignInMail } from "../../types/providers.js";
import { documentOf } from "./mail-html.js";
import type { MailMessages } from "./mail-messages.js";
import { minutesLeft, type MailProps } from "./mail-props.js";

/** The mail with the link and the code: subject, HTML, and the same as plain text. */
export function renderMail(given: MailProps): SignInMail {
  const props = { ...given, siteName: oneLine(given.siteName) };
  const { messages } = props;
  const subject = messages.subject(props.siteName);
  return {
    subject,
    text: textOf(props, messages),
    html: documentOf(props, messages, subject).toString(),
  };
}

/** A line break in the subject would start another header. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

function textOf(props: MailProps, messages: MailMessages): string {
  const { siteName: site, host } = props;
  const heading = [messages.title(site), ...(site === host ? [] : [host])];
  return [
    heading.join("\n"),
    `${messages.codeIntro}\n\n    ${props.code}`,
    `${messages.textLinkIntro}\n${props.url}`,
    `${messages.expires(minutesLeft(props))}\n${messages.keepSecret(site)}`,
    `${messages.notYou}\n`,
  ].join("\n\n");
}
