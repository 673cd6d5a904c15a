import { addressHtml, buttonForm, introHtml } from "./blocks.js";
import { html } from "./html.js";
import { renderPage, type Page, type PageFrame } from "./layout.js";

export interface ConfirmPageProps extends PageFrame {
  readonly email: string;
  readonly host: string;
  readonly action: string;
  readonly csrfToken?: string | undefined;
  /** The token from the link, and where to go next. */
  readonly hidden: Readonly<Record<string, string>>;
}

/**
 * Asks the user to confirm a sign-in by button. A mail scanner that follows the link gets no
 * further than this page.
 */
export async function confirmPage(props: ConfirmPageProps): Promise<Page> {
  const { email, host, action, csrfToken } = props;
  const { title, question, button: label, notYou } = props.messages.confirm;
  const fields = { ...props.hidden, csrfToken };
  const body = html`${introHtml(title, question(host), addressHtml(email))}
    ${buttonForm({ action, fields, label, style: "primary", id: "submitButton" })}
    <p class="muted small">${notYou}</p>`;
  return renderPage({ ...props, title, kind: "confirm", body });
}
