import { askInTime } from "../../core/async/deadline.js";
import { EmailSignInError } from "../../core/errors/errors.js";
import type { NoticeContext, Notice } from "../../core/flow.js";
import { actionUrl } from "../../core/http/urls.js";
import { html } from "../../pages/html.js";
import type { RequestLanguage } from "../../types/language.js";
import type { NoticeLink, NoticeMessages } from "../../types/notice-messages.js";
import type { EmailConfig, SignInMail } from "../../types/providers.js";
import { buttonOf, mailDocument, oneLine } from "./mail.js";
import { withoutAddresses } from "./without-addresses.js";

/** The common texts of all mails about account changes, in English. */
export const noticeTexts: NoticeMessages = {
  yours: "Was it you? Then there’s nothing to do.",
  notYou:
    "Wasn’t you? Then someone else has access to your account. Sign in, or reset your password, and change it back:",
  button: "Look at my account",
};

/**
 * Mails a user about a change to their account, or to ask about one. Does nothing if the provider
 * can't send mails.
 */
export async function sendNotice(
  provider: EmailConfig,
  context: NoticeContext,
  { email, notice, link }: Notice,
): Promise<void> {
  const { site, theme, timeout } = context;
  const language = await context.language();
  const { yours, notYou, button } = language.texts("notices", noticeTexts);
  const toAccount = { url: actionUrl(site, "signin"), button, note: notYou, below: "" };
  const parts = link ? { link, said: [] } : { link: toAccount, said: [yours] };
  const mail = noticeMail(context, { notice, language, ...parts });
  const { url } = parts.link;
  const params = { identifier: email, url, provider, theme, mail, request: bareRequest(context) };
  try {
    await askInTime("sendNotice", () => provider.sendNotice?.(params), timeout);
  } catch (error) {
    throw new EmailSignInError("A mail about a change to an account couldn't be sent.", {
      err: withoutAddresses(error, email),
      provider: provider.id,
    });
  }
}

/** Hides what was typed. */
function bareRequest({ toRequest }: NoticeContext): Request {
  const { url, headers } = toRequest();
  const kept = new Headers(headers);
  kept.delete("content-type");
  return new Request(url, { headers: kept });
}

interface Told extends Pick<Notice, "notice"> {
  readonly link: NoticeLink;
  /** After what the notice says. */
  readonly said: readonly string[];
  readonly language: RequestLanguage;
}

function noticeMail(
  { site, theme }: NoticeContext,
  { notice, link, said, language }: Told,
): SignInMail {
  const { host } = new URL(site.origin);
  const name = oneLine(theme.name || host);
  const { subject, title } = notice;
  const { url, button, note, below } = link;
  const paragraphs = [notice.said(name), ...said];
  const { lang, dir } = language;
  const about = { theme, lang, dir, subject: subject(name) };
  const document = mailDocument(
    about,
    (styles) =>
      html`<h1 class="text" style="${styles.title}">${title}</h1>
        ${name !== host && html`<p class="muted" style="${styles.host}">${host}</p>`}
        ${paragraphs.map((text) => html`<p class="text" style="${styles.paragraph}">${text}</p>`)}
        <div class="rule" style="${styles.rule}"></div>
        <p class="muted" style="${styles.small}">${note}</p>
        ${buttonOf(button, url, styles)}
        ${below !== "" && html`<p class="muted" style="${styles.small}">${below}</p>`}`,
  );
  const heading = name === host ? title : `${title}\n${host}`;
  const ending = below === "" ? [] : [below];
  const text = [heading, ...paragraphs, `${note}\n${url}`, ...ending].join("\n\n");
  return { subject: about.subject, text: `${text}\n`, html: document.toString() };
}
