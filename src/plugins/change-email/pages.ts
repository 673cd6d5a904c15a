import type { Outcome } from "../../core/http/outcome.js";
import { actionPath, homeOf, localOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { errorAlert } from "../../pages/alert.js";
import { fieldHtml, hiddenFields } from "../../pages/fields.js";
import { html, type Html } from "../../pages/html.js";
import { safeLink } from "../../pages/links.js";
import { lookup } from "../../pages/lookup.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { ChangeEmailMessages } from "../../types/change-email-messages.js";
import { told, type PendingChange } from "./table.js";
import { changeEmailTexts } from "./texts.js";
import { backUrl } from "./user.js";

/** The problems, and the HTTP status of each. */
export const statuses = {
  InvalidEmail: 400,
  SameEmail: 400,
  NotAllowed: 403,
  TooManyEmails: 429,
  EmailFailed: 502,
  EmailTaken: 409,
  LinkGone: 410,
  WrongAccount: 403,
} as const;

export type Problem = keyof typeof statuses;

type Act = "cancel" | "confirm" | "undo";

interface Form {
  readonly act?: Act;
  readonly fields: Readonly<Record<string, string>>;
  readonly inside?: Html;
  readonly button: string;
  readonly style?: "primary";
}

async function formHtml(context: Context, form: Form): Promise<Html> {
  const { act, fields, inside, button, style = "" } = form;
  const csrfToken = await context.csrfToken();
  return html`<form
    class="provider"
    method="post"
    action="${safeLink(actionPath(context.site, "change-email", act))}"
  >
    ${hiddenFields({ ...fields, csrfToken })} ${inside}
    <button class="button ${style}" type="submit"><span>${button}</span></button>
  </form>`;
}

const introHtml = (title: string, sentences: readonly string[]): Html =>
  html`<div class="intro">
    <h1>${title}</h1>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`;

const sentenceOf = ({ errors, errorDefault }: ChangeEmailMessages, problem: Problem): string =>
  lookup(errors, problem) ?? errorDefault;

const linkHtml = (label: string, url: string, style: string): Html =>
  html`<a class="${style}" href="${safeLink(url)}"><span>${label}</span></a>`;

export interface FormPage {
  readonly user: AdapterUser;
  readonly pending: PendingChange | null;
  readonly problem?: Problem;
  /** What the user typed. */
  readonly typed?: string | undefined;
}

/** The page with the form, or with the change that waits for its link. */
export async function formPage(context: Context, page: FormPage): Promise<Outcome> {
  const { user, pending, problem } = page;
  const texts = await context.texts(changeEmailTexts);
  const callbackUrl = localOf(context.site, backUrl(context));
  const waits = pending && !problem ? pending : null;
  const title = waits ? texts.sent.title : user.email ? texts.form.title : texts.form.first;
  const body = html`${
    waits ? introHtml(title, [texts.sent.intro(waits.email)]) : askHtml(texts, title, page)
  }
  ${waits ? await cancelHtml(context, texts) : await addressForm(context, texts, page)}
  ${linkHtml(texts.form.back, callbackUrl, "link")}`;
  const json = problem
    ? { error: problem }
    : { email: user.email || null, pending: pending && told(pending) };
  return context.page({ title, body, json }, problem && statuses[problem]);
}

function askHtml(texts: ChangeEmailMessages, title: string, { user, problem }: FormPage): Html {
  const now = user.email ? [texts.form.now(user.email)] : [];
  return html`${introHtml(title, [...now, texts.form.intro])}
  ${problem && errorAlert(sentenceOf(texts, problem))}`;
}

async function addressForm(
  context: Context,
  { form }: ChangeEmailMessages,
  { typed, problem }: FormPage,
): Promise<Html> {
  const field = { name: "email", label: form.label, type: "email", autocomplete: "email" };
  const place = { provider: "change-email", invalid: problem !== undefined, autofocus: true };
  const inside = fieldHtml({ ...field, required: true, value: typed }, place);
  const callbackUrl = localOf(context.site, backUrl(context));
  return formHtml(context, {
    fields: { callbackUrl },
    inside,
    button: form.button,
    style: "primary",
  });
}

function cancelHtml(context: Context, { section }: ChangeEmailMessages): Promise<Html> {
  const callbackUrl = localOf(context.site, backUrl(context));
  return formHtml(context, { act: "cancel", fields: { callbackUrl }, button: section.cancel });
}

/** The page behind a link in a mail. It has a button, because mail scanners open links, too. */
export async function askPage(
  context: Context,
  {
    act,
    token,
    email,
  }: { readonly act: "confirm" | "undo"; readonly token: string; readonly email: string },
): Promise<Outcome> {
  const texts = await context.texts(changeEmailTexts);
  const { title, intro, button } = texts[act];
  const callbackUrl = localOf(context.site, backUrl(context));
  const form = { act, fields: { token, callbackUrl }, button, style: "primary" } as const;
  const body = html`${introHtml(title, [intro(email)])} ${await formHtml(context, form)}`;
  return context.page({ title, body, json: { email } });
}

/** It is done. */
export async function donePage(
  context: Context,
  {
    done,
    email,
    next,
  }: { readonly done: "changed" | "undone"; readonly email: string; readonly next: string },
): Promise<Outcome> {
  const { title, intro, button } = (await context.texts(changeEmailTexts))[done];
  const url = localOf(context.site, next);
  const body = html`${introHtml(title, [intro(email)])} ${linkHtml(button, url, "button primary")}`;
  return context.page({ title, body, json: { email, url: next } });
}

/** The page for a link that can't be used. */
export async function problemPage(context: Context, problem: Problem): Promise<Outcome> {
  const texts = await context.texts(changeEmailTexts);
  const { title, button } = texts.gone;
  const home = localOf(context.site, homeOf(context.site));
  const body = html`${introHtml(title, [])} ${errorAlert(sentenceOf(texts, problem))}
  ${linkHtml(button, home, "button")}`;
  return context.page({ title, body, json: { error: problem } }, statuses[problem]);
}
