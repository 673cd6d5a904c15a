import { detailHtml, type ErrorDetail } from "./detail.js";
import { notice } from "./alert.js";
import type { SignInForm } from "./forms.js";
import { html } from "./html.js";
import type { Html } from "./html.js";
import { renderPage } from "./layout.js";
import type { Page, PageFrame } from "./layout.js";
import { marksCss } from "./marks.js";
import type { Messages } from "./messages.js";
import { signInAlert } from "./sign-in-error.js";
import { signInForm } from "./sign-in-forms.js";
import type { FormsContext } from "./sign-in-forms.js";
import { lastCss, moreCss } from "./sign-in-css.js";
import { foldWays, planSignIn } from "./sign-in-plan.js";
import type { FormGroup, SignInPlan } from "./sign-in-plan.js";

export interface SignInPageProps extends PageFrame {
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly forms: readonly SignInForm[];
  /** The query's `error`. */
  readonly error?: string | undefined;
  /** The query's `code`, which comes with `CredentialsSignin`. */
  readonly code?: string | undefined;
  /** What else is known of the error. */
  readonly detail?: ErrorDetail | undefined;
  /** What is wrong with providers that are not shown, for whoever develops the site. */
  readonly leftOut?: readonly string[] | undefined;
  /** The address to begin with. */
  readonly email?: string | undefined;
  /** The id of the provider that this browser used the last time. */
  readonly lastUsed?: string | undefined;
}

function introOf(forms: readonly SignInForm[], { signIn }: Messages): string | undefined {
  const [only, another] = forms;
  if (only === undefined) return undefined;
  if (another !== undefined) return signIn.introChoice;
  if (only.kind === "redirect") return signIn.introRedirect(only.name);
  if (only.kind === "email") return signIn.introEmail;
  return only.kind === "webauthn" ? signIn.introPasskey : signIn.introForm;
}

/** Passkeys need a script: the group is hidden until that script, once it runs, shows it. */
function groupHtml({ kind, forms }: FormGroup, context: FormsContext): Html {
  const hidden = kind === "webauthn" && html` hidden`;
  return html`<div class="group" data-kind="${kind}" ${hidden}>
    <p class="or">${context.messages.or}</p>
    ${waysHtml(forms, kind, context)}
  </div>`;
}

/** Many providers would hide the other ways in: those that come later are a click away. */
function waysHtml(forms: readonly SignInForm[], kind: FormGroup["kind"], context: FormsContext) {
  const [shown, folded] = kind === "redirect" ? foldWays(forms) : [forms, []];
  const drawn = shown.map((form) => signInForm(form, context));
  if (folded.length === 0) return drawn;
  return [
    ...drawn,
    html`<details class="more">
      <summary class="button"><span>${context.messages.signIn.moreWays}</span></summary>
      <div class="ways">${folded.map((form) => signInForm(form, context))}</div>
    </details>`,
  ];
}

/** Rules that few pages need. */
function extraCss({ redirects, last }: SignInPlan): string {
  const more = redirects.length > foldWays(redirects)[0].length;
  return marksCss(redirects) + (more ? moreCss : "") + (last ? lastCss : "");
}

const passkeyScript = (forms: readonly SignInForm[]): string | undefined =>
  forms.flatMap((form) => (form.kind === "webauthn" ? [form.scriptUrl] : []))[0];

function bodyHtml(props: SignInPageProps, context: FormsContext): Html {
  const { messages, forms } = props;
  const { plan } = context;
  const intro = introOf(forms, messages);
  const needsScript = passkeyScript(forms) !== undefined;
  return html`<div class="intro">
      <h1>${messages.signIn.title}</h1>
      ${intro !== undefined && html`<p>${intro}</p>`}
    </div>
    ${signInAlert(props, messages)}
    ${props.detail !== undefined && detailHtml(props.detail, messages)}
    ${forms.length === 0 && notice(messages.signIn.nothingToChoose)}
    <div class="groups">${plan.groups.map((group) => groupHtml(group, context))}</div>
    ${props.leftOut?.map((text) => html`<p class="muted small">${text}</p>`)}
    ${needsScript && html`<noscript><p class="muted small">${messages.signIn.passkeyNeedsScript}</p></noscript>`}`;
}

/** The page that offers every way in. Works without JavaScript, passkeys excepted. */
export async function signInPage(props: SignInPageProps): Promise<Page> {
  const { theme, messages, siteName, formAction, csrfToken, callbackUrl, email, forms } = props;
  const plan = planSignIn(forms, props);
  return renderPage({
    theme,
    messages,
    siteName,
    formAction,
    title: messages.signIn.title,
    kind: "signin",
    css: extraCss(plan),
    script: passkeyScript(forms),
    body: bodyHtml(props, { csrfToken, callbackUrl, email, messages, plan }),
  });
}
