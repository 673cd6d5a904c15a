import type {
  CredentialsForm,
  EmailForm,
  RedirectForm,
  SignInForm,
  WebAuthnForm,
} from "../types/forms.js";
import { concernedForm, type SignInError } from "./sign-in-error.js";

/** The address field that several forms share. */
interface SharedAddress {
  /** The form that has the field. */
  readonly host: CredentialsForm | EmailForm;
  /** Email providers, which are buttons of that form. */
  readonly mails: readonly EmailForm[];
  /** Passkeys, whose script reads the field. */
  readonly passkeys: readonly WebAuthnForm[];
}

/** A passkey form that asks for more than an address keeps its own fields. */
const asksForAddress = (form: SignInForm): form is WebAuthnForm =>
  form.kind === "webauthn" && form.fields.length === 1 && form.fields[0]?.name === "email";

const isPassword = (form: SignInForm): form is CredentialsForm =>
  form.kind === "credentials" && form.isPassword === true;

/** The forms that share an address field; undefined if none do. */
function shareAddress(forms: readonly SignInForm[]): SharedAddress | undefined {
  const emails = forms.filter((form) => form.kind === "email");
  const password = forms.find(isPassword);
  const host = password ?? emails[0];
  if (!host) return undefined;
  const mails = password ? emails : [];
  const passkeys = forms.filter(asksForAddress);
  return mails.length + passkeys.length === 0 ? undefined : { host, mails, passkeys };
}

/**
 * The forms to render: those that became buttons are left out, and their form takes the place of
 * the first.
 */
function withoutShared(
  forms: readonly SignInForm[],
  shared: SharedAddress | undefined,
): readonly SignInForm[] {
  if (!shared || shared.mails.length === 0) return forms;
  const together = new Set<SignInForm>([shared.host, ...shared.mails]);
  const place = forms.findIndex((form) => together.has(form));
  return forms.flatMap((form, index) => {
    if (index === place) return [shared.host];
    return together.has(form) ? [] : [form];
  });
}

type Kind = SignInForm["kind"];

/** Forms of one kind, shown together. */
export interface FormGroup {
  readonly kind: Kind;
  readonly forms: readonly SignInForm[];
}

/** The layout of the page, decided before it is rendered. */
export interface SignInPlan {
  readonly groups: readonly FormGroup[];
  readonly redirects: readonly RedirectForm[];
  /** The form with the filled button. */
  readonly primary: SignInForm | undefined;
  /** The form whose first field gets the focus. */
  readonly focused: SignInForm | undefined;
  /** The form that the error is about. */
  readonly concerned: SignInForm | undefined;
  /** The form whose button has the id `submitButton`, which tests of existing apps look for. */
  readonly first: SignInForm | undefined;
  readonly conditional: boolean;
  /** The shared address field, where several forms need one. */
  readonly shared: SharedAddress | undefined;
  /** The form that this browser used last. */
  readonly last: SignInForm | undefined;
}

/** Up to this many providers are all shown. */
const MOST_SHOWN = 5;
/**
 * Shown at once if there are more. At least two are folded then: a list of one isn't worth opening.
 */
const SHOWN = 4;

/** The providers that are shown at once, and those that are folded. */
export function foldWays<Form>(forms: readonly Form[]): readonly [Form[], Form[]] {
  const shown = forms.length > MOST_SHOWN ? SHOWN : forms.length;
  return [forms.slice(0, shown), forms.slice(shown)];
}

const hasFields = ({ kind }: SignInForm): boolean => kind === "email" || kind === "credentials";

/** Groups forms by kind. The kind that is configured first comes first. */
function groupByKind(forms: readonly SignInForm[]): readonly FormGroup[] {
  const kinds = [...new Set(forms.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, forms: forms.filter((form) => form.kind === kind) }));
}

/** Passkey forms are hidden at first, so a visible form gets the focus. */
function focusedForm(
  forms: readonly SignInForm[],
  concerned: SignInForm | undefined,
): SignInForm | undefined {
  const visible = forms.find(({ kind }) => kind !== "webauthn");
  return concerned ?? (visible !== undefined && hasFields(visible) ? visible : undefined);
}

/** A mail that couldn't be sent concerns the address field, wherever it is. */
const hostOf = (form: SignInForm | undefined, shared: SharedAddress | undefined) =>
  form?.kind === "email" && shared?.mails.includes(form) ? shared.host : form;

/** The form used last comes first, then the others in configuration order. */
const inOrder = (forms: readonly SignInForm[], last: SignInForm | undefined) =>
  last ? [last, ...forms.filter((form) => form !== last)] : forms;

export function planSignIn(
  given: readonly SignInForm[],
  { lastUsed, ...error }: SignInError & { readonly lastUsed?: string | undefined },
): SignInPlan {
  const last = given.length > 1 ? given.find(({ id }) => id === lastUsed) : undefined;
  const shared = shareAddress(given);
  const forms = withoutShared(inOrder(given, last), shared);
  const concerned = concernedForm(error, given);
  const first = forms.find(hasFields);
  return {
    groups: groupByKind(forms),
    redirects: forms.filter((form) => form.kind === "redirect"),
    primary: first ?? (forms.length === 1 ? forms[0] : undefined),
    focused: focusedForm(forms, hostOf(concerned, shared)),
    concerned,
    first,
    conditional: forms.some((form) => form.kind === "webauthn" && form.conditional),
    shared,
    last,
  };
}
