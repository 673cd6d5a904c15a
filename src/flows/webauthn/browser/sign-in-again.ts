/** The server's error type for a sign-in that is too long ago. */
export const signInAgain = "FreshSignInRequired";

/** The page to sign in again, which then leads back to `target`. */
export function againUrl(page: string, target: string): string {
  const url = new URL(page, location.href);
  url.searchParams.set("callbackUrl", target);
  return url.href;
}

/**
 * The URL of this page, or another, without the error of an earlier attempt, which would be shown
 * again as if it were from this one.
 */
export function withoutError(target: string): string {
  const url = new URL(target, location.href);
  if (!url.searchParams.has("error")) return target;
  url.searchParams.delete("error");
  url.searchParams.delete("code");
  return url.href;
}
