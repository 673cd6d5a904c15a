import type { ActionContext } from "../actions/context.js";
import type { Settings } from "../config/settings.js";
import { keepRecent } from "../diagnosis/recent.js";
import { referenceOf } from "../diagnosis/reference.js";
import { CredentialsSignin, isClientError, RateLimited, type AuthError } from "../errors/errors.js";
import { redirectTo, type Outcome } from "../http/outcome.js";
import { ownPage } from "../http/own-routes.js";
import { actionUrl, withQuery, type Site } from "../http/urls.js";

const longestCode = 64;

/** Error types that pages don't show, and the word they show instead. */
const pageCodes: ReadonlyMap<string, string> = new Map([
  ["EmailSignInError", "EmailSignin"],
  ["OAuthSignInError", "OAuthSignin"],
]);

/** Where to send a user after an error, and what the page may show. */
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
 * Sets the cookie with the error's reference, for the page the browser is redirected to. The details are kept
 * in this process, in development only.
 */
export async function noteFailure(
  { production, pages }: Settings,
  context: ActionContext,
  error: AuthError,
): Promise<void> {
  const { jar, cookies, site, now, flows, providerId = "" } = context;
  const { kind } = error;
  if (ownPage(site, pages, kind) !== undefined) return;
  if (kind === "signIn") await flows.get(providerId)?.typed?.note(context);
  if (production && isOwnFault(error)) return;
  jar.set(cookies.failure, referenceOf(error), { maxAge: noteLasts });
  if (production) return;
  const { explain, messageOf } = await import("#explain");
  const told = toldOf(error)["error"] ?? "";
  keepRecent({ told, message: messageOf(error), explanation: explain(error.type, error) }, now);
}

/** Mistakes that users can fix themselves, so the page explains them in full. */
function isOwnFault(error: AuthError): boolean {
  const { kind, type }: AuthError = error;
  return kind === "signIn" && type !== "OAuthCallbackError" && isClientError(error);
}

/** The error type if browsers may see it; otherwise a generic one. */
function toldOf(error: AuthError): Record<string, string> {
  const mayBeTold: boolean = isClientError(error);
  const code = mayBeTold ? error.type : (pageCodes.get(error.type) ?? "Configuration");
  if (!(error instanceof CredentialsSignin)) return { error: code };
  return { error: code, code: String(error.code).slice(0, longestCode) };
}
