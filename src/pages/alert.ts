import { ERROR_ID } from "./fields.js";
import { html, type Html } from "./html.js";
import { noticeIcon, warningIcon } from "./icons.js";
import { lookup } from "./lookup.js";

/** An error: an icon and a sentence, which a field can reference. */
export function errorAlert(sentence: string): Html {
  return html`<div class="error" role="alert" id="${ERROR_ID}">
    ${warningIcon}
    <p>${sentence}</p>
  </div>`;
}

/** The sentences about a page's errors, and the one for errors without. */
export interface ErrorTexts {
  readonly errors: Readonly<Record<string, string>>;
  readonly errorDefault: string;
}

/** The alert about an error, if there is one. */
export const alertFor = (
  { errors, errorDefault }: ErrorTexts,
  error: string | undefined,
): Html | false => error !== undefined && errorAlert(lookup(errors, error) ?? errorDefault);

/** A notice: nothing is wrong, but the user should know something. */
export function notice(sentence: string): Html {
  return html`<div class="notice" role="status" id="${ERROR_ID}">
    ${noticeIcon}
    <p>${sentence}</p>
  </div>`;
}
