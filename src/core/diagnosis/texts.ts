import type { ErrorType } from "../errors/errors.js";

/** The explanation of one type of error. */
export interface Text {
  readonly cause: string;
  readonly cure: string;
}

/** One for every type of error. docs/errors.md is generated from them. */
export const texts: Readonly<Record<ErrorType | "SharedStateError", Text>> = {
  AccessDenied: {
    cause: "The `signIn` callback returned a falsy value for this user, or threw.",
    cure: "To let this user in, return true from `callbacks.signIn`. A code path that returns nothing counts as false.",
  },
  AccessTokenError: {
    cause: "There's no usable access token from this provider for the user.",
    cure: "The type of the error that was thrown says why.",
  },
  AccountNotLinked: {
    cause: "The passkey belongs to a different user than the one who is signed in.",
    cure: "Sign out first, or use a passkey of the signed-in user.",
  },
  AdapterError: {
    cause: "The database failed, or the adapter returned something the contract doesn't allow.",
    cure: "Read the cause in the log. `npx latchkey doctor` tests the connection; `latchkey/adapters/suite` tests an adapter of your own.",
  },
  AuthError: {
    cause: "An unexpected error was thrown.",
    cure: "Read the cause in the log. `debug: true` adds the stack.",
  },
  CallbackRouteError: {
    cause:
      "The sign-in couldn't be finished: a call to the provider or one of your functions failed.",
    cure: "Read the cause in the log. `debug: true` logs every step of the sign-in.",
  },
  CredentialsSignin: {
    cause: "`authorize` returned no user for these credentials.",
    cure: "If they were wrong, there's nothing to do. Otherwise return the user from `authorize`, as an object with an `id`: returning nothing means wrong credentials.",
  },
  DuplicateConditionalUI: {
    cause: "More than one passkey provider has `enableConditionalUI`.",
    cure: "Turn it on for one of them only.",
  },
  EmailSignInError: {
    cause: "The email couldn't be sent, or the address isn't valid.",
    cure: "Check `server` and `from`, or `apiKey`, of the email provider. `npx latchkey doctor` tests the connection.",
  },
  ErrorPageLoop: {
    cause:
      "Your error page (`pages.error`) requires a sign-in, so users who get an error are sent to sign in again.",
    cure: "Make the page in `pages.error` public.",
  },
  EventError: {
    cause: "A function in `events` threw. The sign-in itself succeeded.",
    cure: "Fix the function named in the log, and handle its errors.",
  },
  ExperimentalFeatureNotEnabled: {
    cause: "This error isn't thrown: passkeys need no switch.",
    cure: "Remove `experimental: { enableWebAuthn: true }`, and code that looks for this error.",
  },
  FreshSignInRequired: {
    cause: "Adding a sign-in method requires a sign-in within the last ten minutes.",
    cure: "Sign in again and retry. On a page of your own, redirect the user to `url` from the response.",
  },
  InvalidCallbackUrl: {
    cause: "`callbackUrl` is neither a path nor an http(s) URL.",
    cure: "Pass `callbackUrl` or `redirectTo` as a path such as /account, or as a URL of your site.",
  },
  InvalidCheck: {
    cause:
      "The browser returned without the cookie of this sign-in. It expired after 15 minutes, was used already, was set on another host, or cookies are blocked.",
    cure: "Start again from the sign-in page. If it happens every time, use one host from start to finish (AUTH_URL), use https for secure cookies, and allow cookies.",
  },
  InvalidConfiguration: {
    cause: "An option has a value that can't be used.",
    cure: "Change the option named in the message.",
  },
  InvalidEndpoints: {
    cause: "The provider has no `issuer` for discovery and no endpoints.",
    cure: "Set `issuer` (or AUTH_{ID}_ISSUER), or set `authorization`, `token` and `userinfo`.",
  },
  InvalidProvider: {
    cause: "The URL names a provider that isn't configured, or the provider is incomplete.",
    cure: "Use one of the ids in the message, or add the provider to `providers`. The message names what is missing, such as a client id.",
  },
  JWTSessionError: {
    cause: "The `jwt` or `session` callback threw, or `jwt.decode` did.",
    cure: "Fix the callback; it must return the token or the session. No user was signed out by this.",
  },
  MissingAdapter: {
    cause:
      'A provider or the session strategy "database" needs a database, and no adapter is configured.',
    cure: 'Set `adapter`, for example to `SqlAdapter(db)` from latchkey/adapters/sql, or use `session: { strategy: "jwt" }`.',
  },
  MissingAdapterMethods: {
    cause:
      "The adapter lacks methods, or `adapter` isn't an adapter. Did you pass the factory without calling it, or the database client itself?",
    cure: "Pass what the factory returns, such as `adapter: SqlAdapter(db)`. In an adapter of your own, add the methods named in the message.",
  },
  MissingAuthorize: {
    cause: "A credentials provider has no `authorize` function.",
    cure: "Add one that returns a user with an `id`, or null: `Credentials({ authorize: async (credentials) => user })`.",
  },
  MissingCSRF: {
    cause:
      "The form had no valid CSRF token for this browser. Cookies are blocked, the page was open for very long, or your own form doesn't send `csrfToken`.",
    cure: "Reload the page and try again with cookies allowed. In your own form, send the `csrfToken` returned by `GET {basePath}/csrf`.",
  },
  MissingRefreshToken: {
    cause: "The access token has expired, and the provider never issued a refresh token.",
    cure: 'Request one at sign-in: the scope `offline_access` with most OpenID providers, `access_type: "offline"` and `prompt: "consent"` with Google. Then have the user sign in again.',
  },
  MissingSecret: {
    cause: "AUTH_SECRET isn't set for this process, or is too short.",
    cure: "Run `npx latchkey secret` and set the result as AUTH_SECRET, the same on every instance. For local development without one, set NODE_ENV=development.",
  },
  MissingWebAuthnAutocomplete: {
    cause:
      "A passkey provider with `enableConditionalUI` has no form field in which the browser can suggest passkeys.",
    cure: 'Give one of its `formFields` an `autocomplete` that contains "webauthn".',
  },
  OAuthAccountNotLinked: {
    cause:
      "This email address already belongs to a user who signs in another way, and the provider doesn't prove it's the same person.",
    cure: "Sign in the way you did before, then link this account while signed in. `allowDangerousEmailAccountLinking` links by address, for providers you trust to verify it.",
  },
  OAuthCallbackError: {
    cause: "The provider returned an error: the user canceled, or the request was refused.",
    cure: "If the user canceled (access_denied), there's nothing to do. Otherwise look up the error from the log in the provider's docs: client, scopes and redirect URI must match what is registered.",
  },
  OAuthProfileParseError: {
    cause: "The provider's `profile()` threw, or returned no `id`.",
    cure: "Return an object with an `id` from `profile()` for every response of the provider. Log its argument to see the shape.",
  },
  OAuthSignInError: {
    cause:
      "The provider's endpoints couldn't be discovered: it can't be reached, or `issuer` is wrong.",
    cure: "Open {issuer}/.well-known/openid-configuration from this server, and set `issuer` to the value in that document.",
  },
  RateLimited: {
    cause: "Too many attempts from the same client, or for the same account.",
    cure: "Wait and try again. `rateLimit` changes the limits. Behind a proxy, set `clientIp`, or all users count as one client.",
  },
  SessionTokenError: {
    cause: "The database failed while reading or extending a session.",
    cure: "Read the cause in the log. No user was signed out by this.",
  },
  SessionTooLarge: {
    cause: "The `jwt` callback puts more into the token than cookies can hold.",
    cure: 'Keep ids in the token and the rest in your database, or use `session: { strategy: "database" }`. The log names what is large.',
  },
  SessionUnavailable: {
    cause: "The database doesn't respond, so it's unknown whether the user is signed in.",
    cure: "Return 503 and let users retry. The previous line in the log has the database's error.",
  },
  SharedStateError: {
    cause: "The shared state, which enforces rate limits and single use, failed or timed out.",
    cure: "Check the database or Redis behind `sharedState`. Until it responds, rate limits aren't enforced, and links and codes that work once are refused.",
  },
  SignInError: {
    cause: "A sign-in couldn't be completed.",
    cure: "Read the cause in the log.",
  },
  SignOutError: {
    cause: "The session couldn't be deleted from the database.",
    cure: "Read the cause in the log, then sign out again.",
  },
  TokenNotLinked: {
    cause: "The user never signed in with this provider, or unlinked the account.",
    cure: "Let the user sign in with the provider while signed in: that links it.",
  },
  TokenRefused: {
    cause:
      "The provider rejected the refresh token. It expired, the user revoked access, or it was used somewhere else.",
    cure: "Have the user sign in with the provider again. If it happens often, check that nothing else uses the same refresh tokens, and give all processes one shared state.",
  },
  TokenUnavailable: {
    cause:
      "The provider couldn't be reached, or rejected the client, when the token was due for a refresh.",
    cure: "Try again later. The log has the provider's response.",
  },
  UnknownAction: {
    cause: "No route of the library has this URL.",
    cure: "The routes are signin, signout, callback, session, csrf, providers, error and verify-request, under `basePath`.",
  },
  UnsupportedStrategy: {
    cause: "`session.strategy` has an unknown value.",
    cure: 'Set it to "jwt" or "database".',
  },
  UntrustedHost: {
    cause:
      "The site's URL isn't configured, and in production the Host header isn't trusted. Any NODE_ENV other than development or test is production.",
    cure: "For local development, set NODE_ENV=development. In production, set AUTH_URL to the site's URL with its scheme, such as https://example.com. Behind a proxy, let the framework trust it, or set AUTH_TRUST_HOST=true if the proxy sets the Host header.",
  },
  Verification: {
    cause:
      "The link or code was used already, is older than `maxAge`, or too many wrong codes were entered. Mail scanners open links, too.",
    cure: 'Request a new email and open the newest one. If links are always used up before users open them, set `confirm: "always"`.',
  },
  WebAuthnVerificationError: {
    cause:
      "The authenticator's response is for another site, expired, was used already, or comes from an unknown passkey.",
    cure: "Try again. If it happens every time, `relayingParty.id` and `origin` must match the address in the browser.",
  },
};
