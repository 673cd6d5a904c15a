import { html, type Html } from "./html.js";
import type { Messages } from "./messages.js";

/** What is known about an error. In production, only a reference. */
export interface ErrorDetail {
  /** Identifies the error in the log. */
  readonly reference: string;
  /** What happened. */
  readonly message?: string | undefined;
  readonly cause?: string | undefined;
  readonly cure?: string | undefined;
}

/** The part of the error page for developers. */
export function detailHtml(detail: ErrorDetail, { error }: Messages): Html {
  const { reference, message, cause, cure } = detail;
  if (message === undefined) {
    return html`<p class="muted small">${error.reference} <code dir="ltr">${reference}</code></p>`;
  }
  return html`<section class="detail" aria-labelledby="detail">
    <h2 id="detail">${error.developer}</h2>
    <p><strong>${error.happened}</strong><br /><code dir="ltr">${message}</code></p>
    ${cause !== undefined && html`<p><strong>${error.cause}</strong><br /><bdi dir="ltr">${cause}</bdi></p>`}
    ${cure !== undefined && html`<p><strong>${error.cure}</strong><br /><bdi dir="ltr">${cure}</bdi></p>`}
    <p class="muted small">${error.reference} <code dir="ltr">${reference}</code></p>
  </section>`;
}
