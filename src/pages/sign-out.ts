import { buttonForm, introHtml, linkButton } from "./blocks.js";
import { html } from "./html.js";
import { nameOf, renderPage, type Page, type PageFrame } from "./layout.js";

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
  const form = { action: props.action, fields: { csrfToken, callbackUrl }, label: button } as const;
  const body = html`${introHtml(title, question(nameOf(props)))}
    <div class="stack">
      ${buttonForm({ ...form, style: "primary", id: "submitButton" })}
      ${linkButton(back, props.backUrl)}
    </div>`;
  return renderPage({ ...props, title, kind: "signout", body });
}
