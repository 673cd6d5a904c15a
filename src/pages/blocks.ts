import { attributes } from "./attributes.js";
import { hiddenFields } from "./fields.js";
import { html, type Html, type HtmlValue } from "./html.js";
import { safeLink } from "./links.js";

/** A page's title and what is below it: each text is a paragraph. */
export const introHtml = (
  title: string,
  ...below: readonly (Html | string | false | undefined)[]
): Html =>
  html`<div class="intro">
    <h1>${title}</h1>
    ${below.map((part) => (typeof part === "string" ? html`<p>${part}</p>` : part))}
  </div>`;

/** An email address or the name of an account, on a line of its own. */
export const addressHtml = (address: string): Html =>
  html`<p class="address"><bdi>${address}</bdi></p>`;

interface Button {
  readonly label: string;
  readonly style?: "primary" | "danger" | "site" | "with-mark" | undefined;
  /** A logo or an icon before the label. */
  readonly mark?: Html | undefined;
  /** The accessible name, where several buttons have the same label. */
  readonly named?: string;
  readonly id?: string;
  /** What the form sends if this button submits it. */
  readonly name?: string;
  readonly value?: string;
}

const buttonClass = (style: string | undefined): string =>
  style === undefined ? "button" : `button ${style}`;

export function buttonHtml({ label, style, mark, named, id, name, value }: Button): Html {
  const given = { class: buttonClass(style), type: "submit", id, name, value, "aria-label": named };
  return html`<button ${attributes(given)}>${mark}<span>${label}</span></button>`;
}

/** A link that looks like a button. */
export const linkButton = (label: string, url: string, style?: Button["style"]): Html =>
  html`<a class="${buttonClass(style)}" href="${safeLink(url)}"><span>${label}</span></a>`;

type Fields = Parameters<typeof hiddenFields>[0];

export const formHtml = (action: string, fields: Fields, inside: HtmlValue): Html =>
  html`<form class="provider" method="post" action="${safeLink(action)}">
    ${hiddenFields(fields)} ${inside}
  </form>`;

interface ButtonForm extends Button {
  readonly action: string;
  readonly fields: Fields;
  /** What is above the button. */
  readonly inside?: HtmlValue;
}

/** A form with one button. */
export const buttonForm = ({ action, fields, inside, ...button }: ButtonForm): Html =>
  formHtml(action, fields, [inside, buttonHtml(button)]);
