import type { Site } from "./urls.js";

/** The https origin of a site whose URL appears to be http, as it would be behind a proxy that terminates TLS. */
export function secureOrigin(origin: string): string {
  return origin.replace(/^http:/, "https:");
}

/** The scheme according to the proxy nearest to the browser. */
export function forwardedProto(headers: Headers): string | undefined {
  return headers.get("x-forwarded-proto")?.split(",", 1)[0]?.trim().toLowerCase();
}

/**
 * Whether the browser uses https although the site's URL appears to be http, because a proxy terminated TLS
 * and isn't trusted. Any sign of it counts: the only effect is that redirects don't name a scheme.
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
