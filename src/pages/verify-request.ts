import type { PasswordSentText } from "../types/messages.js";
import { errorAlert } from "./alert.js";
import { addressHtml, buttonForm, introHtml } from "./blocks.js";
import { codeField } from "./code-field.js";
import { html, type Html } from "./html.js";
import { linkHtml } from "./links.js";
import { renderPage, type Page, type PageFrame } from "./layout.js";
import type { Messages } from "./messages.js";

interface PostForm {
  readonly action: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  /** Further hidden fields. The address is sent as `email` anyway. */
  readonly hidden?: Readonly<Record<string, string>> | undefined;
}

/** The field for the code in the mail. */
export interface CodeForm extends PostForm {
  /** Set if the last code was refused. Its value isn't shown. */
  readonly error?: string | undefined;
  /** The field's name. @default `token`, as in the mail's link */
  readonly fieldName?: string | undefined;
}

export interface VerifyRequestPageProps extends PageFrame {
  readonly email?: string | undefined;
  readonly host: string;
  readonly codeForm?: CodeForm | undefined;
  readonly resend?: PostForm | undefined;
  readonly signInUrl: string;
  /** Texts for mails that aren't for signing in. */
  readonly said?: PasswordSentText | undefined;
}

const isRefused = (form: CodeForm | undefined): boolean =>
  form?.error !== undefined && form.error !== "";

const fieldsOf = ({ hidden, csrfToken, callbackUrl }: PostForm, email: string | undefined) => ({
  ...hidden,
  ...{ email, csrfToken, callbackUrl },
});

function codeFormHtml(
  form: CodeForm,
  { email, messages, said = messages.verifyRequest }: VerifyRequestPageProps,
): Html {
  const { codeLabel: label, codeHint: hint } = messages.verifyRequest;
  const field = { name: form.fieldName ?? "token", label, hint, submits: messages.codeSubmits };
  return buttonForm({
    action: form.action,
    fields: fieldsOf(form, email),
    inside: codeField({ ...field, invalid: isRefused(form) }),
    ...{ label: said.codeButton, style: "primary", id: "submitButton" },
  });
}

/** The pause before "send again" is a CSS animation, so it needs no script. */
function resendHtml(form: PostForm, email: string | undefined, { verifyRequest }: Messages): Html {
  const fields = fieldsOf(form, email);
  return html`<div class="again">
    <p class="muted small">${verifyRequest.resendSoon}</p>
    ${buttonForm({ action: form.action, fields, label: verifyRequest.resend, id: "resendButton" })}
  </div>`;
}

function introOf({ email, host, codeForm, messages, said }: VerifyRequestPageProps): Html {
  const { title, sent, sentTo } = messages.verifyRequest;
  const { follow, followOrCode } = said ?? messages.verifyRequest;
  const next = codeForm === undefined ? follow(host) : followOrCode(host);
  if (email === undefined || email === "") return introHtml(title, sent, next);
  return introHtml(title, sentTo, addressHtml(email), next);
}

/** Renders "Check your mail": the address, the code field, "send again", and another address. */
export async function verifyRequestPage(props: VerifyRequestPageProps): Promise<Page> {
  const { messages, email, codeForm, resend } = props;
  const { title, missing, codeError, changeAddress } = messages.verifyRequest;
  const body = html`${introOf(props)} ${isRefused(codeForm) && errorAlert(codeError)}
    ${codeForm !== undefined && codeFormHtml(codeForm, props)}
    <hr class="rule" />
    <div class="stack">
      <p class="muted small">${missing}</p>
      ${resend !== undefined && resendHtml(resend, email, messages)}
    </div>
    ${linkHtml(changeAddress, props.signInUrl)}`;
  return renderPage({ ...props, title, kind: "verify-request", body });
}
