import type { Mark } from "./provider-common.js";

/** One input of a credentials or passkey form. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly placeholder?: string | undefined;
  readonly value?: string | undefined;
  readonly autocomplete?: string | undefined;
  readonly required?: boolean | undefined;
  /** Names a button that shows what was typed in. */
  readonly reveal?: string | undefined;
  /** Further attributes; only harmless ones (see field-attributes.ts) are used. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
}

interface FormBase {
  /** The provider's id. */
  readonly id: string;
  /** The provider's name, as shown. */
  readonly name: string;
  /** Where the form is posted to. */
  readonly action: string;
}

/** A button that leads to another service. */
export interface RedirectForm extends FormBase {
  readonly kind: "redirect";
  readonly brandColor?: string | undefined;
  readonly mark?: Mark | undefined;
}

/** One e-mail field. */
export interface EmailForm extends FormBase {
  readonly kind: "email";
}

/** The developer's own fields. */
export interface CredentialsForm extends FormBase {
  readonly kind: "credentials";
  readonly fields: readonly FormField[];
  /** The fields are the library's own, an address and a password, so that other ways can share the address. */
  readonly isPassword?: true;
  /** People can make an account there. */
  readonly signsUp?: boolean;
  /** What else can be done, below the button. */
  readonly links?: readonly FormLink[] | undefined;
}

export interface FormLink {
  readonly label: string;
  readonly href: string;
}

/** A passkey form. Hidden until the script, which it needs, shows it. */
export interface WebAuthnForm extends FormBase {
  readonly kind: "webauthn";
  readonly fields: readonly FormField[];
  /** Whether passkeys are also offered from the autofill of the page's fields. */
  readonly conditional: boolean;
  readonly optionsUrl: string;
  readonly scriptUrl: string;
}

/** One way in. */
export type SignInForm = RedirectForm | EmailForm | CredentialsForm | WebAuthnForm;
