import { ERROR_ID } from "./fields.js";
import { html } from "./html.js";
import type { Html } from "./html.js";
import { noticeIcon, warningIcon } from "./icons.js";

/** Something went wrong: an icon and a sentence, to which a field can point. */
export function errorAlert(sentence: string): Html {
  return html`<div class="error" role="alert" id="${ERROR_ID}">
    ${warningIcon}
    <p>${sentence}</p>
  </div>`;
}

/** Nothing is wrong, but there is something to know. */
export function notice(sentence: string): Html {
  return html`<div class="notice" role="status" id="${ERROR_ID}">
    ${noticeIcon}
    <p>${sentence}</p>
  </div>`;
}
