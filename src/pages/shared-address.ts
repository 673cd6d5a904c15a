import type { CredentialsForm, EmailForm, SignInForm, WebAuthnForm } from "./forms.js";

/** One field for the address, and the ways in that use it. */
export interface SharedAddress {
  /** The form that has the field. */
  readonly host: CredentialsForm | EmailForm;
  /** Ways by mail that are buttons of that form. */
  readonly mails: readonly EmailForm[];
  /** Passkeys: their script reads the field. */
  readonly passkeys: readonly WebAuthnForm[];
}

/** A passkey form that asks for more than an address keeps its fields. */
const asksForAddress = (form: SignInForm): form is WebAuthnForm =>
  form.kind === "webauthn" && form.fields.length === 1 && form.fields[0]?.name === "email";

const isPassword = (form: SignInForm): form is CredentialsForm =>
  form.kind === "credentials" && form.isPassword === true;

/** Which ways in share a field; undefined where each has its own, or there is but one. */
export function shareAddress(forms: readonly SignInForm[]): SharedAddress | undefined {
  const emails = forms.filter((form) => form.kind === "email");
  const password = forms.find(isPassword);
  const host = password ?? emails[0];
  if (!host) return undefined;
  const mails = password ? emails : [];
  const passkeys = forms.filter(asksForAddress);
  return mails.length + passkeys.length === 0 ? undefined : { host, mails, passkeys };
}

/** The forms to draw: those that became buttons are gone, and their form is where the first of them was. */
export function withoutShared(
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
