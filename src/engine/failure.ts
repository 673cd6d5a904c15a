import type { ActionContext } from "../actions/context.js";
import type { Settings } from "../config/settings.js";
import { referenceOf } from "../diagnosis/reference.js";
import { CredentialsSignin, isClientError, RateLimited, type AuthError } from "../errors.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { actionUrl, withQuery, type Site } from "../http/urls.js";

const longestCode = 64;

/** Errors that are not told by their own type, and the word the pages know them by. */
const pageCodes: ReadonlyMap<string, string> = new Map([
  ["EmailSignInError", "EmailSignin"],
  ["OAuthSignInError", "OAuthSignin"],
]);

/** Where the person is sent who ran into the error, and the little that they are told. */
export function failureOutcome(error: AuthError, site: Site, pages: Settings["pages"]): Outcome {
  const onSignIn = error.kind === "signIn";
  const own = ownPage(site, pages, onSignIn ? "signIn" : "error");
  const page = own ?? actionUrl(site, onSignIn ? "signin" : "error");
  const outcome = redirectTo(withQuery(page, toldOf(error)));
  return error instanceof RateLimited ? { ...outcome, retryAfter: error.retryAfter } : outcome;
}

/** Seconds. */
const noteLasts = 60;

/**
 * Gives the browser the reference of the error for the page that it is sent to. What is behind the
 * reference is kept in this process, and only during development.
 */
export async function noteFailure(
  { production, pages }: Settings,
  { jar, cookies, site, now }: ActionContext,
  error: AuthError,
): Promise<void> {
  const { kind } = error;
  if (ownPage(site, pages, kind) !== undefined || (production && isOwnFault(error))) return;
  jar.set(cookies.failure, referenceOf(error), { maxAge: noteLasts });
  if (production) return;
  const { explain, messageOf } = await import("#explain");
  const { keepRecent } = await import("../diagnosis/recent.js");
  const told = toldOf(error)["error"] ?? "";
  keepRecent({ told, message: messageOf(error), explanation: explain(error.type, error) }, now);
}

/** What people get wrong, and are told in full: they need not ask anybody about it. */
function isOwnFault(error: AuthError): boolean {
  const { kind, type }: AuthError = error;
  return kind === "signIn" && type !== "OAuthCallbackError" && isClientError(error);
}

/** The type where it is fit for a browser, else only that it was not the person's fault. */
function toldOf(error: AuthError): Record<string, string> {
  const mayBeTold: boolean = isClientError(error);
  const code = mayBeTold ? error.type : (pageCodes.get(error.type) ?? "Configuration");
  if (!(error instanceof CredentialsSignin)) return { error: code };
  return { error: code, code: String(error.code).slice(0, longestCode) };
}
