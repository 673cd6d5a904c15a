import { formHtml } from "./blocks.js";
import { fieldHtml, fieldId, hiddenFields, type FieldPlace } from "./fields.js";
import type {
  CredentialsForm,
  EmailForm,
  FormField,
  RedirectForm,
  SignInForm,
  TypedField,
  WebAuthnForm,
} from "../types/forms.js";
import { html, type Html } from "./html.js";
import { keyIcon } from "./icons.js";
import { safeLink } from "./links.js";
import type { Messages } from "./messages.js";
import { passkeyForm } from "./passkey-form.js";
import { markHtml } from "./provider-marks.js";
import type { SignInPlan } from "./sign-in-plan.js";

/** The input that all forms of a sign-in page share. */
export interface FormsContext {
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly typed?: TypedField | undefined;
  readonly messages: Messages;
  readonly plan: SignInPlan;
}

function buttonClass(form: SignInForm, { plan }: FormsContext): string {
  if (plan.primary === form) return "button primary";
  const isQuiet = plan.primary && (form.kind === "webauthn" || form.kind === "plain");
  return isQuiet ? "button quiet" : "button";
}

/** Beside the page's form, what is a single button looks like a link, and needs no "or" above it. */
export function isLinkLike(form: SignInForm, { primary, shared }: SignInPlan): boolean {
  if (!primary || form === primary) return false;
  if (form.kind !== "webauthn") return form.kind === "plain";
  return form.fields.length === 0 || shared?.passkeys.includes(form) === true;
}

const buttonId = (form: SignInForm, { plan }: FormsContext): string =>
  plan.first === form ? "submitButton" : `submitButton-${form.id}`;

/** A form that is the only one of its kind is named by what it does, otherwise by its provider. */
function buttonLabel(form: SignInForm, { messages, plan }: FormsContext): string {
  const { withEmail, withForm, withPasskey, withProvider } = messages.signIn;
  const mails = plan.shared?.mails ?? [];
  const beside = form.kind === "email" && mails.includes(form) ? mails : undefined;
  const same = beside ?? plan.groups.find(({ kind }) => kind === form.kind)?.forms;
  const alone = same?.length === 1;
  if (form.kind === "plain") return form.label;
  if (form.kind === "redirect" || !alone) return withProvider(form.name);
  if (form.kind === "email") return withEmail;
  return form.kind === "webauthn" ? withPasskey : withForm;
}

/** The label of a button. */
function labelHtml(form: SignInForm, context: FormsContext): Html {
  const { last } = context.plan;
  const mark =
    last === form && html` <small class="last">${context.messages.signIn.lastUsed}</small>`;
  return html`<span>${buttonLabel(form, context)}${mark}</span>`;
}

function submitButton(form: SignInForm, context: FormsContext): Html {
  const icon = form.kind === "webauthn" && keyIcon;
  return html`<button
    class="${buttonClass(form, context)}"
    type="submit"
    id="${buttonId(form, context)}"
  >
    ${icon}${labelHtml(form, context)}
  </button>`;
}

/**
 * A button that submits the same form to another URL. The password may be empty then, so validation
 * is skipped.
 */
function mailButton(form: EmailForm, context: FormsContext): Html {
  return html`<button
    class="button quiet"
    type="submit"
    id="${buttonId(form, context)}"
    formaction="${safeLink(form.action)}"
    formnovalidate
  >
    ${labelHtml(form, context)}
  </button>`;
}

const secretsOf = ({ csrfToken, callbackUrl }: FormsContext) => ({ csrfToken, callbackUrl });

const ownForm = (form: SignInForm, context: FormsContext, inside: Html): Html =>
  formHtml(form.action, secretsOf(context), inside);

function redirectForm(form: RedirectForm, context: FormsContext): Html {
  const mark = markHtml(form, context.plan.redirects.indexOf(form));
  const button = html`<button class="${buttonClass(form, context)} with-mark" type="submit">
    ${mark}${labelHtml(form, context)}
  </button>`;
  return ownForm(form, context, button);
}

/** Whether the error is about a mail that a button of this form requests. */
function isAbout(form: SignInForm, { shared, concerned }: SignInPlan): boolean {
  return shared?.host === form && shared.mails.some((mail) => mail === concerned);
}

function placeOf(
  form: SignInForm,
  index: number,
  { plan }: FormsContext,
): Omit<FieldPlace, "autofocus"> {
  return {
    provider: form.id,
    invalid: plan.concerned === form || (index === 0 && isAbout(form, plan)),
    passkey: form.kind === "webauthn",
    conditional: index === 0 && plan.conditional,
  };
}

function fieldsHtml(
  form: SignInForm,
  given: readonly FormField[],
  context: FormsContext,
): Html | false {
  if (given.length === 0) return false;
  const { plan, typed } = context;
  // What was typed is kept, so users don't type it again.
  const fields = given.map((field) =>
    field.name === typed?.field ? { ...field, value: typed.text } : field,
  );
  const next = form.kind === "credentials" && fields[0]?.value ? 1 : 0;
  const isFocused = plan.focused === form;
  return html`<div class="fields">
    ${fields.map((field, index) =>
      fieldHtml(field, {
        ...placeOf(form, index, context),
        autofocus: isFocused && index === next,
      }),
    )}
  </div>`;
}

function emailForm(form: EmailForm, context: FormsContext): Html {
  const { emailLabel: label, emailPlaceholder: placeholder } = context.messages.signIn;
  const common = { name: "email", type: "email", autocomplete: "email", required: true };
  const inside = html`${fieldsHtml(form, [{ ...common, label, placeholder }], context)}
  ${submitButton(form, context)}`;
  return ownForm(form, context, inside);
}

function credentialsForm(form: CredentialsForm, context: FormsContext): Html {
  const { shared } = context.plan;
  const mails = shared?.host === form ? shared.mails : [];
  const inside = html`${fieldsHtml(form, form.fields, context)} ${submitButton(form, context)}
  ${mails.map((mail) => mailButton(mail, context))}`;
  return ownForm(form, context, inside);
}

/**
 * The address comes from another form's field. The script, which passkeys need anyway, reads it
 * there.
 */
function sharedField(form: WebAuthnForm, { plan }: FormsContext): Html | undefined {
  const { shared } = plan;
  if (!shared?.passkeys.includes(form)) return undefined;
  return html`<input
    type="hidden"
    name="email"
    id="${fieldId("email", form.id)}"
    data-form-field
    data-like="${fieldId("email", shared.host.id)}"
  />`;
}

function webAuthnForm(form: WebAuthnForm, context: FormsContext): Html {
  const { messages, plan } = context;
  // A second sign-up button would confuse users who can sign up with a password.
  const signsUp = plan.groups.some(({ forms }) =>
    forms.some((one) => one.kind === "credentials" && one.signUp !== undefined),
  );
  const create = html`<button class="${buttonClass(form, context)}" type="submit" data-register>
    <span>${messages.signIn.newPasskey}</span>
  </button>`;
  const inside = html`${hiddenFields(secretsOf(context))}
  ${sharedField(form, context) ?? fieldsHtml(form, form.fields, context)}
  ${submitButton(form, context)} ${form.fields.length > 0 && !signsUp && create}`;
  return passkeyForm(form, messages, inside);
}

/** The markup of one form. */
export function signInForm(form: SignInForm, context: FormsContext): Html {
  if (form.kind === "redirect") return redirectForm(form, context);
  if (form.kind === "plain") return ownForm(form, context, submitButton(form, context));
  if (form.kind === "email") return emailForm(form, context);
  return form.kind === "credentials" ? credentialsForm(form, context) : webAuthnForm(form, context);
}
