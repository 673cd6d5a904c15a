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
  /** The label of a button that shows the typed value. */
  readonly reveal?: string | undefined;
  /** At the end of the label's row. */
  readonly link?: FormLink | undefined;
  /** Additional attributes; only harmless ones (see field-attributes.ts) are used. */
  readonly attributes?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** What was typed into a field before. */
export interface TypedField {
  readonly field: string;
  readonly text: string;
}

interface FormBase {
  /** The provider's id. */
  readonly id: string;
  /** The provider's name, as shown. */
  readonly name: string;
  /** The URL the form posts to. */
  readonly action: string;
}

/** A button that leads to another service. */
export interface RedirectForm extends FormBase {
  readonly kind: "redirect";
  readonly brandColor?: string | undefined;
  readonly mark?: Mark | undefined;
}

/** A button that stays on this site and asks for nothing. */
export interface PlainForm extends FormBase {
  readonly kind: "plain";
  readonly label: string;
}

/** A provider's own prompt on the sign-in page, beside the forms. */
export interface PagePrompt {
  /** The URL, on this origin, of the script that shows it. */
  readonly scriptUrl: string;
  /** What of the provider's the page may load: sources of the CSP. */
  readonly sources: Readonly<Record<"script" | "style" | "connect" | "frame", string>>;
}

/** One email field. */
export interface EmailForm extends FormBase {
  readonly kind: "email";
}

/** The developer's own fields. */
export interface CredentialsForm extends FormBase {
  readonly kind: "credentials";
  readonly fields: readonly FormField[];
  /** The fields are the built-in ones, an address and a password, so other methods can share the address. */
  readonly isPassword?: true;
  /** Where users can sign up. */
  readonly signUp?: FooterLink | undefined;
}

export interface FormLink {
  readonly label: string;
  readonly href: string;
}

/** A link at the end of a page, after the question that it answers. */
export interface FooterLink extends FormLink {
  readonly question?: string | undefined;
}

/** A passkey form. Hidden until its script shows it. */
export interface WebAuthnForm extends FormBase {
  readonly kind: "webauthn";
  readonly fields: readonly FormField[];
  /** Whether passkeys are also suggested in the page's fields. */
  readonly conditional: boolean;
  /** Whether the user's passkeys or name were just changed, so that authenticators are told. */
  readonly changed?: boolean;
  readonly optionsUrl: string;
  readonly scriptUrl: string;
}

/** One sign-in method. */
export type SignInForm = RedirectForm | PlainForm | EmailForm | CredentialsForm | WebAuthnForm;
