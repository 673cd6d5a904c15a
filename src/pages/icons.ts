import { html, type Html } from "./html.js";

export function icon(drawing: Html): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawing}</svg>`;
}

export const warningIcon: Html = icon(
  html`<circle cx="12" cy="12" r="9" /><path d="M12 7.5v5.5M12 16.4v.1" />`,
);
export const noticeIcon: Html = icon(
  html`<circle cx="12" cy="12" r="9" /><path d="M12 11v5.5M12 7.6v.1" />`,
);
export const eyeIcon: Html = icon(
  html`<path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5-9.5-6.5-9.5-6.5z" /><circle
      cx="12"
      cy="12"
      r="3"
    />`,
);
export const keyIcon: Html = icon(
  html`<circle cx="8" cy="8" r="4.5" /><path d="m11.3 11.3 8.7 8.7M16 16l2.5-2.5" />`,
);
