export { confirmPage } from "./confirm.js";
export type { ConfirmPageProps } from "./confirm.js";
export { errorPage } from "./error.js";
export type { ErrorDetail } from "./detail.js";
export type { ErrorPage, ErrorPageProps } from "./error.js";
export type {
  CredentialsForm,
  EmailForm,
  FormField,
  RedirectForm,
  SignInForm,
  WebAuthnForm,
} from "./forms.js";
export type { Page, PageFrame } from "./layout.js";
export { pageMessages } from "./messages.js";
export type { ErrorText, Messages } from "./messages.js";
export { signInPage } from "./sign-in.js";
export type { SignInPageProps } from "./sign-in.js";
export { signOutPage } from "./sign-out.js";
export type { SignOutPageProps } from "./sign-out.js";
export type { ColorScheme, PageTheme } from "./theme.js";
export { verifyRequestPage } from "./verify-request.js";
export type { CodeForm, VerifyRequestPageProps } from "./verify-request.js";
