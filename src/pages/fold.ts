import { html, type Html, type HtmlValue } from "./html.js";

/** The CSS of {@link foldHtml}. */
export const foldCss =
  ".more>summary{list-style:none}.more>summary::-webkit-details-marker{display:none}" +
  '.more>summary::after{content:"";inline-size:.5rem;block-size:.5rem;margin-block-start:-.25rem;border:solid currentColor;' +
  "border-width:0 1.5px 1.5px 0;transform:rotate(45deg)}.more[open]>summary::after{margin-block-start:.25rem;transform:rotate(225deg)}" +
  ".ways{display:grid;grid-template-columns:minmax(0,1fr);gap:.625rem;margin-block-start:.625rem}";

/** A button that opens what is inside, without a script. */
export const foldHtml = (label: string, inside: HtmlValue, style: "" | "danger" = ""): Html =>
  html`<details class="more">
    <summary class="button ${style}"><span>${label}</span></summary>
    <div class="ways">${inside}</div>
  </details>`;
