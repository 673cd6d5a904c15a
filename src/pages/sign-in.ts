import { notice } from "./alert.js";
import { introHtml } from "./blocks.js";
import { detailHtml, type ErrorDetail } from "./detail.js";
import { footerLink } from "./fields.js";
import { foldCss, foldHtml } from "./fold.js";
import type { PagePrompt, SignInForm, TypedField } from "../types/forms.js";
import { html, type Html } from "./html.js";
import { type Page, type PageFrame, renderPage } from "./layout.js";
import type { Messages } from "./messages.js";
import { marksCss } from "./provider-marks.js";
import { signInAlert } from "./sign-in-error.js";
import { type FormsContext, isLinkLike, signInForm } from "./sign-in-forms.js";
import { foldWays, type FormGroup, planSignIn, type SignInPlan } from "./sign-in-plan.js";

/** The label of the form used last. */
const lastCss =
  ".last{display:inline-block;margin-inline-start:.5rem;padding:0 .5rem;border:1px solid currentColor;border-radius:1rem;" +
  "font-size:.75rem;line-height:1.25rem;font-weight:550;white-space:nowrap;vertical-align:bottom}";

export interface SignInPageProps extends PageFrame {
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly forms: readonly SignInForm[];
  readonly prompt?: PagePrompt | undefined;
  /** The query's `error`. */
  readonly error?: string | undefined;
  /** `code` of the query, which comes with `CredentialsSignin`. */
  readonly code?: string | undefined;
  /** More about the error, for developers. */
  readonly detail?: ErrorDetail | undefined;
  /** What is wrong with providers that aren't shown, for developers. */
  readonly leftOut?: readonly string[] | undefined;
  /** What to fill in, and where: what was typed before the error, or is said by the link. */
  readonly typed?: TypedField | undefined;
  /** The id of the provider that this browser used last. */
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

/** Passkeys need a script, so the group is hidden until the script shows it. */
function groupHtml({ kind, forms }: FormGroup, context: FormsContext): Html {
  const hidden = kind === "webauthn" && html` hidden`;
  return html`<div class="group" data-kind="${kind}" ${hidden}>
    ${forms.some((form) => !isLinkLike(form, context.plan)) && html`<p class="or">${context.messages.or}</p>`}
    ${waysHtml(forms, kind, context)}
  </div>`;
}

/** Many providers would push the other forms off the screen, so the later ones are folded. */
function waysHtml(forms: readonly SignInForm[], kind: FormGroup["kind"], context: FormsContext) {
  const [shown, folded] = kind === "redirect" ? foldWays(forms) : [forms, []];
  const drawn = shown.map((form) => signInForm(form, context));
  if (folded.length === 0) return drawn;
  const behind = folded.map((form) => signInForm(form, context));
  return [...drawn, foldHtml(context.messages.signIn.moreWays, behind)];
}

/** CSS that few pages need. */
function extraCss({ redirects, last }: SignInPlan): string {
  const more = redirects.length > foldWays(redirects)[0].length;
  return marksCss(redirects) + (more ? foldCss : "") + (last ? lastCss : "");
}

const passkeyScript = (forms: readonly SignInForm[]): string | undefined =>
  forms.flatMap((form) => (form.kind === "webauthn" ? [form.scriptUrl] : []))[0];

function bodyHtml(props: SignInPageProps, context: FormsContext): Html {
  const { messages, forms } = props;
  const { plan } = context;
  const needsScript = passkeyScript(forms) !== undefined;
  return html`${introHtml(messages.signIn.title, introOf(forms, messages))}
    ${signInAlert(props, forms, messages)}
    ${props.detail !== undefined && detailHtml(props.detail, messages)}
    ${forms.length === 0 && notice(messages.signIn.nothingToChoose)}
    <div class="groups">${plan.groups.map((group) => groupHtml(group, context))}</div>
    ${props.leftOut?.map((text) => html`<p class="muted small">${text}</p>`)}
    ${needsScript && html`<noscript><p class="muted small">${messages.signIn.passkeyNeedsScript}</p></noscript>`}
    ${forms.map((form) => form.kind === "credentials" && form.signUp && footerLink(form.signUp))}`;
}

/** Renders the sign-in page. It works without JavaScript, passkeys excepted. */
export async function signInPage(props: SignInPageProps): Promise<Page> {
  const { forms, messages } = props;
  const plan = planSignIn(forms, props);
  return renderPage({
    ...props,
    title: messages.signIn.title,
    kind: "signin",
    css: extraCss(plan),
    script: passkeyScript(forms),
    body: bodyHtml(props, { ...props, plan }),
  });
}
