import { addressHtml, buttonForm, introHtml } from "../../pages/blocks.js";
import { html, type Html } from "../../pages/html.js";
import { nameOf, renderPage, type Page, type PageFrame } from "../../pages/layout.js";
import type { AccountMessages } from "../../types/account-messages.js";
import type { AccountQuestion } from "../../types/account-page.js";

export interface QuestionPageProps extends PageFrame {
  readonly question: AccountQuestion;
  readonly texts: AccountMessages;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly action: string;
}

/** The texts of the question, by what is waiting. */
export function questionTexts(
  props: PageFrame & { readonly texts: AccountMessages },
  question: AccountQuestion,
): { readonly intro: string; readonly yes: string } {
  const { intro, yes, passkeyIntro, passkeyYes } = props.texts.question;
  const site = nameOf(props);
  return question.kind === "passkey"
    ? { intro: passkeyIntro(site), yes: passkeyYes }
    : { intro: intro(question.name, site), yes: yes(question.name) };
}

/** Renders the page with the linking question and its two buttons. */
export async function questionPage(props: QuestionPageProps): Promise<Page> {
  const { theme, messages, siteName, formAction, question, csrfToken, callbackUrl } = props;
  const { title, no } = props.texts.question;
  const { intro, yes } = questionTexts(props, question);
  const answer = (value: string, label: string, style?: "primary"): Html => {
    const fields = { csrfToken, callbackUrl, answer: value };
    return buttonForm({ action: props.action, fields, label, style });
  };
  const account = question.label !== null && addressHtml(question.label);
  const body = html`${introHtml(title, intro, account)}
    <div class="stack">${answer("yes", yes, "primary")} ${answer("no", no)}</div>`;
  return renderPage({ theme, messages, siteName, formAction, title, kind: "question", body });
}
