import { actionPath, localOf, type Site } from "../../http/urls.js";
import { scriptUrl } from "../../browser/webauthn/script-url.js";
import type { FormField, SignInForm } from "../../types/forms.js";
import type { RequestLanguage } from "../../types/language.js";
import type { CredentialInput } from "../../types/providers.js";
import type { WebAuthnConfig } from "../../types/webauthn.js";

/** What the built-in sign-in page shows. */
export function webAuthnForm(
  provider: WebAuthnConfig,
  site: Site,
  language?: RequestLanguage,
): SignInForm | undefined {
  const { id, name, formFields, enableConditionalUI = false } = provider;
  if (!formFields) return undefined;
  return {
    kind: "webauthn",
    id,
    name,
    action: actionPath(site, "callback", id),
    optionsUrl: actionPath(site, "webauthn-options", id),
    scriptUrl: localOf(site, scriptUrl(site)),
    conditional: enableConditionalUI,
    fields: Object.entries(formFields).map(([field, input]) =>
      formField(field, translated(input, language)),
    ),
  };
}

/** The label that the provider brings along. */
const english = { signIn: { emailLabel: "Email" } };

/** The field that the provider brings along, in the language of the page. */
function translated(
  input: CredentialInput,
  language: RequestLanguage | undefined,
): CredentialInput {
  if (!language || input.label !== english.signIn.emailLabel) return input;
  return { ...input, label: language.texts("pages", english).signIn.emailLabel };
}

function formField(name: string, input: CredentialInput): FormField {
  const { label, type, value, placeholder, autocomplete, required, ...rest } = input;
  const attributes = Object.entries(rest).filter((entry) => entry[1] !== undefined);
  return {
    name,
    label: label ?? name,
    type: type ?? (name === "email" ? "email" : "text"),
    ...(placeholder !== undefined && { placeholder }),
    ...(value !== undefined && { value }),
    ...(typeof autocomplete === "string" && { autocomplete }),
    ...(typeof required === "boolean" && { required }),
    attributes: Object.fromEntries(attributes.map(([key, item]) => [key, item ?? ""])),
  };
}
