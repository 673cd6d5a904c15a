import { hiddenFields } from "./fields.js";
import { html } from "./html.js";
import { renderPage, type Page, type PageFrame } from "./layout.js";
import { safeLink } from "./links.js";

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
  const { email, host, csrfToken } = props;
  const { title, question, button, notYou } = props.messages.confirm;
  const body = html`<div class="intro">
      <h1>${title}</h1>
      <p>${question(host)}</p>
      <p class="address"><bdi>${email}</bdi></p>
    </div>
    <form class="provider" method="post" action="${safeLink(props.action)}">
      ${hiddenFields({ ...props.hidden, csrfToken })}
      <button class="button primary" type="submit" id="submitButton"><span>${button}</span></button>
    </form>
    <p class="muted small">${notYou}</p>`;
  return renderPage({ ...props, title, kind: "confirm", body });
}
