/** The server's word for a proof that was too long ago. */
export const signInAgain = "FreshSignInRequired";

/** The page where one signs in again, which then leads back to `target`. */
export function againUrl(page: string, target: string): string {
  const url = new URL(page, location.href);
  url.searchParams.set("callbackUrl", target);
  return url.href;
}

/**
 * The address of this page, or another, without the error of an earlier attempt. It would show again, and
 * could not be told from one of this attempt.
 */
export function withoutError(target: string): string {
  const url = new URL(target, location.href);
  if (!url.searchParams.has("error")) return target;
  url.searchParams.delete("error");
  url.searchParams.delete("code");
  return url.href;
}
