import type { ErrorType } from "../errors.js";

/** What is to be known about one kind of error. */
export interface Text {
  /** What most likely led to it. */
  readonly cause: string;
  /** What to do about it. */
  readonly cure: string;
}

/** One for every type of error: docs/errors.md is made of them. */
export const texts: Readonly<Record<ErrorType | "SharedStateError", Text>> = {
  AccessDenied: {
    cause: "The `signIn` callback returned something falsy for this person, or it failed.",
    cure: "If this person is to get in, return true for them from `callbacks.signIn`. A path on which it returns nothing counts as no.",
  },
  AccessTokenError: {
    cause: "There is no access token of the provider for this user.",
    cure: "The type of the error that was thrown says why.",
  },
  AccountNotLinked: {
    cause: "The passkey belongs to another user than the one who is signed in.",
    cure: "Sign out first, or use the passkey of the user who is signed in.",
  },
  AdapterError: {
    cause: "The store failed, or the adapter did not answer as the contract says.",
    cure: "Look at the cause that the log names. `npx latchkey doctor` asks the store; `latchkey/adapters/suite` tests an adapter of your own.",
  },
  AuthError: {
    cause: "Something was thrown that the library did not expect.",
    cure: "Look at the cause that the log names. With `debug: true` the log says where it was thrown.",
  },
  CallbackRouteError: {
    cause:
      "The sign-in could not be finished: a call to the provider, or a function of the application, failed.",
    cure: "Look at the cause that the log names. With `debug: true` the log follows the sign-in step by step.",
  },
  CredentialsSignin: {
    cause: "`authorize` found nobody with these credentials.",
    cure: "Nothing, when they were wrong. Else let `authorize` return the user, an object with an `id`: returning nothing counts as wrong credentials.",
  },
  DuplicateConditionalUI: {
    cause: "Several passkey providers ask for a place in the suggestions of the page's fields.",
    cure: "Leave `enableConditionalUI` on for one of them.",
  },
  EmailSignInError: {
    cause: "The e-mail could not be sent, or what was typed in is no address.",
    cure: "Check the server and the sender (`server`, `from`) or the key (`apiKey`) of the e-mail provider; `npx latchkey doctor` tries the connection.",
  },
  ErrorPageLoop: {
    cause:
      "The page in `pages.error` is protected itself, so that whoever is sent there is sent to sign in again.",
    cure: "Let everybody see the page in `pages.error`.",
  },
  EventError: {
    cause: "A function of `events` failed. The sign-in went on.",
    cure: "Mend the function that the log names; let it catch what may fail.",
  },
  ExperimentalFeatureNotEnabled: {
    cause: "A provider is used that is experimental.",
    cure: "Turn it on: `experimental: { enableWebAuthn: true }`.",
  },
  FreshSignInRequired: {
    cause:
      "The last sign-in was longer ago than ten minutes, and adding a way to sign in asks for a recent one.",
    cure: "Sign in again, then try once more. With a page of your own, send people to the `url` of the answer.",
  },
  InvalidCallbackUrl: {
    cause: "The address to go to after sign-in is not an http or https URL, or no path.",
    cure: "Give `callbackUrl` or `redirectTo` as a path such as /account, or as a URL of the site.",
  },
  InvalidCheck: {
    cause:
      "The browser came back without the cookie of a sign-in it had begun here: it took longer than 15 minutes, was finished before, was begun at another address of the site, or the browser keeps no cookies.",
    cure: "Start again from the sign-in page. If it happens every time: begin and finish at the same host (AUTH_URL), over https where cookies are secure, and with cookies allowed.",
  },
  InvalidConfiguration: {
    cause: "An option has a value that can not be used.",
    cure: "Set the option that the message names to what it asks for.",
  },
  InvalidEndpoints: {
    cause: "The provider has neither an `issuer` to ask nor the addresses themselves.",
    cure: "Set `issuer` (or AUTH_{ID}_ISSUER), or `authorization`, `token` and `userinfo`.",
  },
  InvalidProvider: {
    cause:
      "The address names a provider that the configuration does not have, or the provider lacks something.",
    cure: "Use one of the ids that the message names, or add the provider to `providers`. What it lacks, such as a client id, is in the message.",
  },
  JWTSessionError: {
    cause: "The `jwt` or `session` callback failed, or `jwt.decode` did.",
    cure: "Mend the callback; it must return the token, or the session. Nobody was signed out by this.",
  },
  MissingAdapter: {
    cause:
      'A provider, or the session strategy "database", has to store something, and there is no store.',
    cure: 'Set the option `adapter`, for example `SqlAdapter(db)` of latchkey/adapters/sql, or use `session: { strategy: "jwt" }`.',
  },
  MissingAdapterMethods: {
    cause:
      "The adapter lacks methods, or what was given is no adapter: a function that was not called, a client of the database, a promise of something else.",
    cure: "Give `adapter` what its factory returns, for example `adapter: SqlAdapter(db)`. An adapter of your own needs the methods that the message names.",
  },
  MissingAuthorize: {
    cause: "A credentials provider has no function that judges the credentials.",
    cure: "Give it one: `Credentials({ authorize: async (credentials) => user })`, which returns a user with an `id`, or null.",
  },
  MissingCSRF: {
    cause:
      "The form carried no token that belongs to this browser: the browser keeps no cookies, the page was open for very long, or the form is not made by the built-in page and sends no `csrfToken`.",
    cure: "Reload the page and try again, with cookies allowed. A form of your own must send `csrfToken` as `GET {basePath}/csrf` gives it.",
  },
  MissingRefreshToken: {
    cause: "The access token has run out, and the provider never gave a refresh token.",
    cure: 'Ask for one at sign-in: the scope `offline_access` at most OpenID providers, `access_type: "offline"` and `prompt: "consent"` at Google. Then let the person sign in again.',
  },
  MissingSecret: {
    cause: "AUTH_SECRET is not set in the environment of this process, or is too short.",
    cure: "Run `npx latchkey secret` and set what it prints as AUTH_SECRET, the same in every instance. For local work without one, set NODE_ENV=development.",
  },
  MissingWebAuthnAutocomplete: {
    cause:
      "A passkey provider with `enableConditionalUI` has no field in which the browser could suggest passkeys.",
    cure: 'Give one of its `formFields` an `autocomplete` that contains "webauthn".',
  },
  OAuthAccountNotLinked: {
    cause:
      "Somebody has signed up with this e-mail address in another way, and the provider does not prove that it is the same person.",
    cure: "Sign in the way it was done before, then link the account while signed in. `allowDangerousEmailAccountLinking` links by address, for providers you trust to check it.",
  },
  OAuthCallbackError: {
    cause:
      "The provider sent the person back with an error: they cancelled, or the provider refused the request.",
    cure: "Nothing, when they cancelled (access_denied). Else look up the error that the log names at the provider: client, scopes and redirect URI must be as they are registered there.",
  },
  OAuthProfileParseError: {
    cause: "`profile()` of the provider failed, or returned no `id`.",
    cure: "Let `profile()` return an object with an `id` for every answer that the provider may give; log what it gets to see its shape.",
  },
  OAuthSignInError: {
    cause:
      "The provider could not be asked how to sign in there: it is not reachable, or `issuer` is not its address.",
    cure: "Open {issuer}/.well-known/openid-configuration from this server; set `issuer` to what the document names.",
  },
  RateLimited: {
    cause: "The same client, or the same name, tried too often.",
    cure: "Wait, then try again. `rateLimit` changes the limits; behind a proxy set `clientIp`, or all people look like one client.",
  },
  SessionTokenError: {
    cause: "The store failed while a session was read or extended.",
    cure: "Look at the cause that the log names. Nobody was signed out by this.",
  },
  SessionTooLarge: {
    cause: "The `jwt` callback puts more into the token than cookies can hold.",
    cure: 'Keep ids in the token and the rest in your database, or use `session: { strategy: "database" }`. The log says what is large.',
  },
  SessionUnavailable: {
    cause: "The store does not answer, so that it is not known who is signed in.",
    cure: "Answer 503 and let people try again. Look at the store: the line before this one in the log has its error.",
  },
  SharedStateError: {
    cause: "What holds the shared state (single use, limits) failed or did not answer in time.",
    cure: "Look at the database or Redis behind `sharedState`. Until it answers, limits let pass and what must be used once is refused.",
  },
  SignInError: {
    cause: "A sign-in could not be completed.",
    cure: "Look at the cause that the log names.",
  },
  SignOutError: {
    cause: "The session could not be ended in the store.",
    cure: "Look at the cause that the log names, then sign out again.",
  },
  TokenNotLinked: {
    cause: "The user has never signed in with this provider, or the account was unlinked.",
    cure: "Offer them to sign in with the provider while they are signed in: that links it.",
  },
  TokenRefused: {
    cause:
      "The provider does not take the refresh token any more: it has expired, the person took the access back, or it was used somewhere else too.",
    cure: "Let the person sign in with the provider again. If it happens often, look whether another program uses the same refresh tokens, and give all processes one shared state.",
  },
  TokenUnavailable: {
    cause: "The provider could not be reached, or did not take the client, when the token was due.",
    cure: "Try again later; the log says what the provider answered.",
  },
  UnknownAction: {
    cause: "The address is none of the library's.",
    cure: "The routes are signin, signout, callback, session, csrf, providers, error and verify-request, below `basePath`.",
  },
  UnsupportedStrategy: {
    cause: "`session.strategy` has a value that does not exist.",
    cure: 'Set it to "jwt" or "database".',
  },
  UntrustedHost: {
    cause:
      "The address of the site isn't configured, and in production the Host header of a request isn't trusted. Unless NODE_ENV is development or test, it's production.",
    cure: "For local work, set NODE_ENV=development. In production, set AUTH_URL to the URL of the site, with its scheme: https://example.com. Behind a proxy you can make the framework trust it instead, or set AUTH_TRUST_HOST=true if the proxy sets the Host header.",
  },
  Verification: {
    cause:
      "The link or the code was used before, is older than `maxAge`, or was typed in wrongly too often. Mail scanners open links too.",
    cure: 'Ask for a new e-mail and open the newest. If links are always used up before people come, set `confirm: "always"`.',
  },
  WebAuthnVerificationError: {
    cause:
      "The answer of the authenticator is for another site, is too old, was used before, or is by a passkey that is not known here.",
    cure: "Try again. If it happens every time, `relayingParty.id` and `origin` must be those of the address in the browser.",
  },
};
