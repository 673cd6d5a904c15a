export type {
  CredentialsForm,
  EmailForm,
  FormField,
  FormLink,
  PagePrompt,
  RedirectForm,
  SignInForm,
  TypedField,
  WebAuthnForm,
} from "../types/forms.js";
