import type { Outcome } from "../../core/http/outcome.js";
import { actionPath, homeOf, localOf } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { alertFor } from "../../pages/alert.js";
import { buttonForm, introHtml, linkButton } from "../../pages/blocks.js";
import { fieldHtml } from "../../pages/fields.js";
import { html, type Html } from "../../pages/html.js";
import { linkHtml } from "../../pages/links.js";
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

type Form = Omit<Parameters<typeof buttonForm>[0], "action"> & { readonly act?: Act };

async function formOf(context: Context, { act, fields, ...form }: Form): Promise<Html> {
  const action = actionPath(context.site, "change-email", act);
  const csrfToken = await context.csrfToken();
  return buttonForm({ action, fields: { ...fields, csrfToken }, ...form });
}

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
    waits ? introHtml(title, texts.sent.intro(waits.email)) : askHtml(texts, title, page)
  }
  ${waits ? await cancelHtml(context, texts) : await addressForm(context, texts, page)}
  ${linkHtml(texts.form.back, callbackUrl)}`;
  const json = problem
    ? { error: problem }
    : { email: user.email || null, pending: pending && told(pending) };
  return context.page({ title, body, json }, problem && statuses[problem]);
}

function askHtml(texts: ChangeEmailMessages, title: string, { user, problem }: FormPage): Html {
  const now = user.email ? texts.form.now(user.email) : undefined;
  return html`${introHtml(title, now, texts.form.intro)} ${alertFor(texts, problem)}`;
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
  const button = { label: form.button, style: "primary" } as const;
  return formOf(context, { fields: { callbackUrl }, inside, ...button });
}

function cancelHtml(context: Context, { section }: ChangeEmailMessages): Promise<Html> {
  const callbackUrl = localOf(context.site, backUrl(context));
  return formOf(context, { act: "cancel", fields: { callbackUrl }, label: section.cancel });
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
  const { title, intro, button: label } = texts[act];
  const callbackUrl = localOf(context.site, backUrl(context));
  const form = { act, fields: { token, callbackUrl }, label, style: "primary" } as const;
  const body = html`${introHtml(title, intro(email))} ${await formOf(context, form)}`;
  return context.page({ title, body, json: { email } });
}

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
  const body = html`${introHtml(title, intro(email))} ${linkButton(button, url, "primary")}`;
  return context.page({ title, body, json: { email, url: next } });
}

/** The page for a link that can't be used. */
export async function problemPage(context: Context, problem: Problem): Promise<Outcome> {
  const texts = await context.texts(changeEmailTexts);
  const { title, button } = texts.gone;
  const home = localOf(context.site, homeOf(context.site));
  const body = html`${introHtml(title)} ${alertFor(texts, problem)} ${linkButton(button, home)}`;
  return context.page({ title, body, json: { error: problem } }, statuses[problem]);
}
