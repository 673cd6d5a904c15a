import type { RedirectForm, SignInForm } from "./forms.js";
import { shareAddress, withoutShared, type SharedAddress } from "./shared-address.js";
import { concernedForm } from "./sign-in-error.js";
import type { SignInError } from "./sign-in-error.js";

type Kind = SignInForm["kind"];

/** Forms of one kind, which stand together. */
export interface FormGroup {
  readonly kind: Kind;
  readonly forms: readonly SignInForm[];
}

/** What the page decides before it draws anything. */
export interface SignInPlan {
  readonly groups: readonly FormGroup[];
  readonly redirects: readonly RedirectForm[];
  /** The form with the filled button. */
  readonly primary: SignInForm | undefined;
  /** The form whose first field gets the focus. */
  readonly focused: SignInForm | undefined;
  /** The form which the error is about. */
  readonly concerned: SignInForm | undefined;
  /** The form whose button is called `submitButton`, as tests of people's apps expect. */
  readonly first: SignInForm | undefined;
  readonly conditional: boolean;
  /** One field for the address, where several ways in ask for it. */
  readonly shared: SharedAddress | undefined;
  /** The form that this browser used the last time. */
  readonly last: SignInForm | undefined;
}

/** More providers than these are not all shown at once. */
const MOST_SHOWN = 5;
/** Two at least are behind the button then: a list of one is not worth opening. */
const SHOWN = 4;

/** The providers that are shown at once, and those that are not. */
export function foldWays<Form>(forms: readonly Form[]): readonly [Form[], Form[]] {
  const shown = forms.length > MOST_SHOWN ? SHOWN : forms.length;
  return [forms.slice(0, shown), forms.slice(shown)];
}

const hasFields = ({ kind }: SignInForm): boolean => kind === "email" || kind === "credentials";

/** Groups by kind; the kind configured first, the developer's best guess, comes first. */
function groupByKind(forms: readonly SignInForm[]): readonly FormGroup[] {
  const kinds = [...new Set(forms.map(({ kind }) => kind))];
  return kinds.map((kind) => ({ kind, forms: forms.filter((form) => form.kind === kind) }));
}

/** Passkey forms are hidden at first, so the focus goes to what is visible. */
function focusedForm(
  forms: readonly SignInForm[],
  concerned: SignInForm | undefined,
): SignInForm | undefined {
  const visible = forms.find(({ kind }) => kind !== "webauthn");
  return concerned ?? (visible !== undefined && hasFields(visible) ? visible : undefined);
}

/** A mail that could not be sent concerns the field, wherever it is. */
const hostOf = (form: SignInForm | undefined, shared: SharedAddress | undefined) =>
  form?.kind === "email" && shared?.mails.includes(form) ? shared.host : form;

/** What was used last comes first, then all others as configured. */
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
