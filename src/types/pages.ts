/** How the built-in pages and mails look. */
export interface Theme {
  colorScheme?: "auto" | "dark" | "light" | undefined;
  /** URL of the logo. */
  logo?: string | undefined;
  /** Color of buttons: `#rrggbb`, `rgb()`, `hsl()`, `oklch()` or a basic name such as `navy`. */
  brandColor?: string | undefined;
  /** Color of the text on buttons in `brandColor`. */
  buttonText?: string | undefined;
  /** Name of the application, shown on the pages. @default the host */
  name?: string | undefined;
}

/** URLs of the app's own pages that replace built-in ones. */
export interface PagesOptions {
  signIn: string;
  signOut: string;
  error: string;
  verifyRequest: string;
  /** Where users manage their sign-in methods: see `latchkey/plugins/account-page`. */
  account: string;
  /** Where users go after their first sign-in. */
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
