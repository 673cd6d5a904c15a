/** How the built-in pages and mails look. */
export interface Theme {
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** Address of the logo. */
  logo?: string | undefined;
  brandColor?: string | undefined;
  /** Colour of the text on buttons in `brandColor`. */
  buttonText?: string | undefined;
  /** Name of the application, shown on the pages. @default the host */
  name?: string | undefined;
}

/** Addresses of pages of the application that stand in for built-in ones. */
export interface PagesOptions {
  signIn: string;
  signOut: string;
  error: string;
  verifyRequest: string;
  /** Where people see and change how they sign in: see `latchkey/plugins/account-page`. */
  account: string;
  /** Where people go after their first sign-in. */
  newUser: string;
}

/** Values of `error` on the error page. */
export type ErrorPageParam = "Configuration" | "AccessDenied" | "Verification";

/** Values of `error` on the sign-in page. */
export type SignInPageErrorParam =
  | "Signin"
  | "OAuthSignin"
  | "OAuthCallbackError"
  | "OAuthCreateAccount"
  | "EmailCreateAccount"
  | "Callback"
  | "OAuthAccountNotLinked"
  | "AccountNotLinked"
  | "EmailSignin"
  | "CredentialsSignin"
  | "FreshSignInRequired"
  | "MissingCSRF"
  | "RateLimited"
  | "SessionRequired";
