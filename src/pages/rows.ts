import type { RedirectForm } from "../types/forms.js";
import { alertFor, notice, type ErrorTexts } from "./alert.js";
import { html, type Html, type HtmlValue } from "./html.js";
import { lookup } from "./lookup.js";
import { initialOf, markHtml } from "./provider-marks.js";

/** The CSS of pages with sections and rows. */
export const rowsCss: string = /* @__PURE__ */ `
.rows { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; list-style: none; margin: 0; padding: 0; }
.row { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 1rem; padding: 0.75rem 1rem; border: 1px solid var(--line); border-radius: 0.625rem; }
.row > svg { flex: none; color: var(--muted); }
.row > div { flex: 1 1 9rem; min-inline-size: 0; }
.row > .mark + div, .row > svg + div { flex-basis: 5rem; }
.row .button { inline-size: auto; }
section { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.75rem; }
section > h2 { font-size: 1rem; line-height: 1.5rem; }
.badge { padding: 0.125rem 0.5rem; border: 1px solid var(--edge); border-radius: 1rem; font-size: 0.8125rem; line-height: 1.25rem; color: var(--muted); }
.who { display: flex; align-items: center; gap: 0.75rem; }
.who > :last-child { min-inline-size: 0; }
.avatar { flex: none; inline-size: 3.5rem; block-size: 3.5rem; border-radius: 50%; object-fit: cover; }
span.avatar { display: grid; place-items: center; border: 1px solid var(--line); background: var(--raised); font-size: 1.25rem; font-weight: 600; }
.button.danger { border-color: var(--danger); color: var(--danger); }
`.replace(/\s+/g, " ");

interface Row {
  readonly title: string | Html;
  readonly note?: string | Html | false | undefined;
  /** A provider's logo or a device's icon. */
  readonly mark?: Html | undefined;
  /** What can be done about it. */
  readonly end?: HtmlValue;
}

export const rowHtml = ({ title, note, mark, end }: Row): Html =>
  html`<li class="row">
    ${mark}
    <div>
      <p class="name"><bdi>${title}</bdi></p>
      ${note && html`<p class="muted small">${note}</p>`}
    </div>
    ${end}
  </li>`;

export const rowsHtml = (...rows: readonly HtmlValue[]): Html =>
  html`<ul class="rows">
    ${rows}
  </ul>`;

/** A part of a page, under a title that links and assistive technology find. */
export const sectionHtml = (id: string, title: string, inside: HtmlValue): Html =>
  html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${inside}
  </section>`;

/** The provider's logo; undefined if it's no longer configured. */
export function markOf(marks: readonly RedirectForm[], provider: string): Html | undefined {
  const index = marks.findIndex(({ id }) => id === provider);
  const form = marks[index];
  return form && markHtml(form, index);
}

/** The first letter of a user's name, in a circle. */
export const initialHtml = (name: string): Html =>
  html`<span class="avatar" aria-hidden="true">${initialOf(name)}</span>`;

interface ResultTexts extends ErrorTexts {
  readonly done: Readonly<Record<string, string>>;
}

/** What the last form did, or why it didn't. */
export function resultHtml(
  texts: ResultTexts,
  error: string | undefined,
  done: string | undefined,
): Html | false {
  if (error !== undefined) return alertFor(texts, error);
  const sentence = lookup(texts.done, done ?? "");
  return sentence !== undefined && notice(sentence);
}

const PLACE = "\u0000";

/** A sentence around a value that is markup. */
export function sentenceWith(sentence: (value: string) => string, value: Html): Html {
  const [before, after] = sentence(PLACE).split(PLACE);
  return html`${before}${value}${after}`;
}
