import { hiddenFields } from "./fields.js";
import { html } from "./html.js";
import { nameOf, renderPage, type Page, type PageFrame } from "./layout.js";
import { safeLink } from "./links.js";

export interface SignOutPageProps extends PageFrame {
  readonly csrfToken: string;
  /** Where to go afterwards. */
  readonly callbackUrl: string;
  /** Where "stay signed in" leads to. */
  readonly backUrl: string;
  readonly action: string;
}

/** Asks the user to confirm signing out. */
export async function signOutPage(props: SignOutPageProps): Promise<Page> {
  const { csrfToken, callbackUrl } = props;
  const { title, question, button, back } = props.messages.signOut;
  const body = html`<div class="intro">
      <h1>${title}</h1>
      <p>${question(nameOf(props))}</p>
    </div>
    <div class="stack">
      <form class="provider" method="post" action="${safeLink(props.action)}">
        ${hiddenFields({ csrfToken, callbackUrl })}
        <button class="button primary" type="submit" id="submitButton">
          <span>${button}</span>
        </button>
      </form>
      <a class="button" href="${safeLink(props.backUrl)}"><span>${back}</span></a>
    </div>`;
  return renderPage({ ...props, title, kind: "signout", body });
}
