import type { Site } from "./urls.js";

/** The https origin of a site that is taken to be at http, as it would be behind a proxy that ends TLS. */
export function secureOrigin(origin: string): string {
  return origin.replace(/^http:/, "https:");
}

/** What the proxy nearest to the browser says of the scheme there. */
export function forwardedProto(headers: Headers): string | undefined {
  return headers.get("x-forwarded-proto")?.split(",", 1)[0]?.trim().toLowerCase();
}

/**
 * Whether the browser is at https although the site is taken to be at http: a proxy ended TLS, and
 * nobody may believe it. Any sign of it counts, since all that follows is to name no scheme.
 */
export function isSecureOutside(headers: Headers, { origin }: Site): boolean {
  if (!origin.startsWith("http:")) return false;
  const outside = secureOrigin(origin);
  return (
    forwardedProto(headers) === "https" ||
    headers.get("origin") === outside ||
    (headers.get("referer") ?? "").startsWith(`${outside}/`)
  );
}
