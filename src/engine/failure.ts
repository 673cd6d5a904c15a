import type { Settings } from "../config/settings.js";
import { AuthError, CredentialsSignin, isClientError } from "../errors.js";
import { json, redirectTo, type Outcome } from "../http/outcome.js";
import type { RequestProblem } from "../http/problem.js";
import { actionUrl, pageUrl, withQuery, type Site } from "../http/urls.js";
import { asError } from "../thrown.js";

const longestCode = 64;

/** Errors that are not told by their own type, and the word the pages know them by. */
const pageCodes: ReadonlyMap<string, string> = new Map([
  ["EmailSignInError", "EmailSignin"],
  ["OAuthSignInError", "OAuthSignin"],
]);

/** Anything thrown, as an error of the library. */
export function asAuthError(thrown: unknown): AuthError {
  return thrown instanceof AuthError
    ? thrown
    : new AuthError("Something unexpected went wrong.", { err: asError(thrown) });
}

/** A request that could not be worked on. It changes nothing, not even a cookie. */
export function problemOutcome({ status, message, headers }: RequestProblem): Outcome {
  return { ...json({ message }, status), headers };
}

/** Where the person is sent who ran into the error, and the little that they are told. */
export function failureOutcome(error: AuthError, site: Site, pages: Settings["pages"]): Outcome {
  const onSignIn = error.kind === "signIn";
  const own = onSignIn ? pages.signIn : pages.error;
  const page = own ? pageUrl(site, own) : actionUrl(site, onSignIn ? "signin" : "error");
  return redirectTo(withQuery(page, toldOf(error)));
}

/** The type where it is fit for a browser, else only that it was not the person's fault. */
function toldOf(error: AuthError): Record<string, string> {
  const mayBeTold: boolean = isClientError(error);
  const code = mayBeTold ? error.type : (pageCodes.get(error.type) ?? "Configuration");
  if (!(error instanceof CredentialsSignin)) return { error: code };
  return { error: code, code: String(error.code).slice(0, longestCode) };
}
