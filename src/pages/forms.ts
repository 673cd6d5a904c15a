export type {
  CredentialsForm,
  EmailForm,
  FormField,
  RedirectForm,
  SignInForm,
  WebAuthnForm,
} from "../types/forms.js";
