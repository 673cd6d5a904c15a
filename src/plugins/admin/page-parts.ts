import { pageFrame, showPage } from "../../core/actions/page-frame.js";
import { coreOf } from "../../core/actions/plugin-context.js";
import type { Outcome } from "../../core/http/outcome.js";
import { actionPath } from "../../core/http/urls.js";
import type { Context } from "../../core/plugin.js";
import { buttonForm } from "../../pages/blocks.js";
import { html, type Html } from "../../pages/html.js";
import { renderPage } from "../../pages/layout.js";
import { initialHtml, resultHtml, rowsCss, sentenceWith } from "../../pages/rows.js";
import type { AdminMessages } from "../../types/admin-messages.js";
import type { PageError } from "./page-acts.js";
import type { ListedUser } from "./page-info.js";
import { adminTexts } from "./texts.js";

const css = `
.page:has(.admin) { grid-template-columns: minmax(0, 40rem); align-content: start; }
.admin details form { gap: 0.75rem; }
.admin .button { inline-size: auto; }
.row > div { flex-basis: 12rem; }
.row .name { font-weight: 550; }
.row > details { flex: 1 1 100%; }
.person { position: relative; flex-wrap: nowrap; }
.person:hover { background: var(--raised); border-color: var(--edge); }
.person a { text-decoration: none; }
.person a::after { content: ""; position: absolute; inset: 0; border-radius: 0.625rem; }
.person a:focus-visible { outline: none; }
.person a:focus-visible::after { outline: 2px solid var(--ring); outline-offset: 2px; }
.marks { flex: none; display: flex; flex-wrap: wrap; justify-content: end; gap: 0.375rem; max-inline-size: 40%; }
.badge.bad { border-color: var(--danger-line); background: var(--danger-surface); color: var(--danger); }
.who > div { display: grid; gap: 0.25rem; }
.who .marks { max-inline-size: none; justify-content: start; }
@media (max-width: 30rem) {
  .person { flex-wrap: wrap; }
  .person > div { flex-basis: 0; }
  .person > .marks { flex: 1 1 100%; max-inline-size: none; justify-content: start; padding-inline-start: 3.5rem; }
}
.person .avatar { inline-size: 2.5rem; block-size: 2.5rem; font-size: 1rem; }
.search { display: flex; flex-wrap: wrap; align-items: end; gap: 0.75rem; }
.search .field { flex: 1 1 14rem; }
.filter { display: flex; flex-wrap: wrap; gap: 0.5rem; }
.filter a { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 1.375rem; font-size: 0.875rem; line-height: 1.25rem; color: var(--text); text-decoration: none; }
.filter a:hover { border-color: var(--text); }
.filter a[aria-current] { border-color: var(--text); background: var(--raised); font-weight: 550; }
.turn { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.75rem; }
.admin summary { cursor: pointer; inline-size: max-content; max-inline-size: 100%; padding-block: 0.75rem; font-size: 0.875rem; line-height: 1.25rem; font-weight: 550; border-radius: 0.25rem; }
.admin .danger > summary { color: var(--danger); }
.admin textarea, .admin select { inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--edge); border-radius: 0.625rem; background: var(--surface); color: var(--text); font: inherit; resize: vertical; }
.admin textarea:hover, .admin select:hover { border-color: var(--text); }
.admin textarea:focus-visible, .admin select:focus-visible { outline-offset: 0; border-color: var(--ring); }
.events { display: grid; gap: 0.75rem; margin: 0; padding: 0; list-style: none; }
.events code { display: inline-block; overflow-wrap: anywhere; font: 0.8125rem/1.25rem ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
`.replace(/\s+/g, " ");

/** What the parts of a page need. */
export interface PageParts {
  readonly context: Context;
  readonly texts: AdminMessages;
  readonly lang: string;
  readonly csrfToken: string;
}

export async function partsOf(context: Context): Promise<PageParts> {
  const texts = await context.texts(adminTexts);
  const { lang } = await coreOf(context).language();
  return { context, texts, lang, csrfToken: await context.csrfToken() };
}

interface Content {
  readonly title: string;
  readonly body: Html;
  readonly error?: PageError | undefined;
  /** The provider's logos. */
  readonly marks?: string;
}

/** A page for administrators, wider than others. */
export async function adminPage(
  { context }: PageParts,
  { title, body, marks = "" }: Content,
  status: number,
): Promise<Outcome> {
  const frame = await pageFrame(coreOf(context));
  const page = await renderPage({
    ...frame,
    title,
    body,
    kind: "admin",
    css: rowsCss + css + marks,
  });
  return showPage(page, status);
}

/** What the last form did, or why it didn't. */
export const toldHtml = ({ context, texts }: PageParts, error: PageError | undefined) =>
  resultHtml(texts, error, context.request.query.text("done"));

interface Sending extends Pick<Parameters<typeof buttonForm>[0], "label" | "style" | "inside"> {
  readonly act: string;
  readonly fields: Readonly<Record<string, string>>;
}

export function actForm({ context, csrfToken }: PageParts, sending: Sending): Html {
  const { act, fields, ...form } = sending;
  const action = actionPath(context.site, "admin", act);
  return buttonForm({ action, fields: { ...fields, csrfToken }, ...form });
}

/** A form that asks once more. */
export function dangerHtml(parts: PageParts, sending: Sending): Html {
  return html`<details class="danger">
    <summary>${sending.label}</summary>
    ${actForm(parts, { ...sending, style: "danger" })}
  </details>`;
}

export const avatarHtml = ({ name, email, id }: ListedUser): Html =>
  initialHtml(name || email || id);

export function badgesHtml(
  { texts: { marks } }: PageParts,
  { isBanned, isInvited, isProven, email }: ListedUser,
): Html | false {
  const isUnproven = email !== null && !isProven && !isInvited;
  if (!isBanned && !isInvited && !isUnproven) return false;
  return html`<span class="marks">
    ${isBanned && html`<span class="badge bad">${marks.banned}</span>`}
    ${isInvited && html`<span class="badge">${marks.invited}</span>`}
    ${isUnproven && html`<span class="badge">${marks.unproven}</span>`}
  </span>`;
}

/** A sentence with a time in it, in the language of the page and in UTC. */
export function timed({ lang }: PageParts, say: (time: string) => string, time: Date): Html {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  const words = `${new Intl.DateTimeFormat(lang, options).format(time)} UTC`;
  return sentenceWith(say, html`<time datetime="${time.toISOString()}">${words}</time>`);
}
