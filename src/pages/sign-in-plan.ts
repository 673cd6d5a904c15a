import type { RedirectForm, SignInForm } from "./forms.js";
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

export function planSignIn(forms: readonly SignInForm[], error: SignInError): SignInPlan {
  const concerned = concernedForm(error, forms);
  const first = forms.find(hasFields);
  return {
    groups: groupByKind(forms),
    redirects: forms.filter((form) => form.kind === "redirect"),
    primary: first ?? (forms.length === 1 ? forms[0] : undefined),
    focused: focusedForm(forms, concerned),
    concerned,
    first,
    conditional: forms.some((form) => form.kind === "webauthn" && form.conditional),
  };
}
