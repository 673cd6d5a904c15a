import { askInTime } from "../../deadline.js";
import { EmailSignInError } from "../../errors.js";
import { actionUrl } from "../../http/urls.js";
import { html } from "../../pages/html.js";
import { asError } from "../../thrown.js";
import type { RequestLanguage } from "../../types/language.js";
import type { EmailConfig, SignInMail } from "../../types/providers.js";
import type { FlowContext, Notice } from "../flow.js";
import { buttonOf, mailDocument } from "./mail-html.js";
import { oneLine } from "./mail.js";
import { noticeTexts } from "./notice-texts.js";

/** Tells somebody what was done to their account. Does nothing where the provider can not. */
export async function sendNotice(
  provider: EmailConfig,
  context: FlowContext,
  { email, notice }: Notice,
): Promise<void> {
  const { site, theme, timeout } = context;
  const url = actionUrl(site, "signin");
  const language = await context.language();
  const mail = noticeMail(context, { notice, url, language });
  const params = { identifier: email, url, provider, theme, mail, request: bareRequest(context) };
  try {
    await askInTime("sendNotice", () => provider.sendNotice?.(params), timeout);
  } catch (error) {
    throw new EmailSignInError(
      "The e-mail that tells of a changed password or second step could not be sent.",
      { err: asError(error), provider: provider.id },
    );
  }
}

/** What was typed in is nobody else's business. */
function bareRequest({ toRequest }: FlowContext): Request {
  const { url, headers } = toRequest();
  const kept = new Headers(headers);
  kept.delete("content-type");
  return new Request(url, { headers: kept });
}

interface Told {
  readonly notice: Notice["notice"];
  readonly url: string;
  readonly language: RequestLanguage;
}

function noticeMail({ site, theme }: FlowContext, { notice, url, language }: Told): SignInMail {
  const { host } = new URL(site.origin);
  const name = oneLine(theme.name || host);
  const { subject, title, said } = notice;
  const { yours, notYou, button } = language.texts("notices", noticeTexts);
  const { lang, dir } = language;
  const about = { theme, lang, dir, subject: subject(name) };
  const document = mailDocument(
    about,
    (styles) =>
      html`<h1 class="text" style="${styles.title}">${title}</h1>
        ${name !== host && html`<p class="muted" style="${styles.host}">${host}</p>`}
        <p class="text" style="${styles.paragraph}">${said(name)}</p>
        <p class="text" style="${styles.paragraph}">${yours}</p>
        <div class="rule" style="${styles.rule}"></div>
        <p class="muted" style="${styles.small}">${notYou}</p>
        ${buttonOf(button, url, styles)}`,
  );
  const heading = name === host ? title : `${title}\n${host}`;
  const text = [heading, said(name), yours, `${notYou}\n${url}\n`].join("\n\n");
  return { subject: about.subject, text, html: document.toString() };
}
