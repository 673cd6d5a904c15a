import { ERROR_ID } from "./fields.js";
import { html, type Html } from "./html.js";
import { noticeIcon, warningIcon } from "./icons.js";

/** An error: an icon and a sentence, which a field can reference. */
export function errorAlert(sentence: string): Html {
  return html`<div class="error" role="alert" id="${ERROR_ID}">
    ${warningIcon}
    <p>${sentence}</p>
  </div>`;
}

/** A notice: nothing is wrong, but the user should know something. */
export function notice(sentence: string): Html {
  return html`<div class="notice" role="status" id="${ERROR_ID}">
    ${noticeIcon}
    <p>${sentence}</p>
  </div>`;
}
