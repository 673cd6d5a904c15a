export type {
  CredentialsForm,
  EmailForm,
  FormField,
  FormLink,
  PagePrompt,
  RedirectForm,
  SignInForm,
  WebAuthnForm,
} from "../types/forms.js";
