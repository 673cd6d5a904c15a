import { isHost } from "../../core/engine/index.js";

/**
 * The site's origin, from a request's headers: Next.js serves every route at its own address
 * (`localhost:3000`) and passes on what the proxy sent. A configured URL wins; without one, the
 * host must be trusted.
 */
export function originOf(headers: Headers, fallback?: string): string {
  const hosts = [headers.get("x-forwarded-host"), headers.get("host")];
  const host = hosts.find((text) => text !== null && isHost(text));
  const inner = fallback === undefined ? undefined : new URL(fallback);
  const scheme = schemeOf(headers.get("x-forwarded-proto")) ?? inner?.protocol ?? "https:";
  return `${scheme}//${host?.toLowerCase() ?? inner?.host ?? "localhost"}`;
}

/** A chain of proxies sends a list, the outermost first. */
function schemeOf(forwarded: string | null): string | undefined {
  const scheme = forwarded?.split(",", 1)[0]?.trim().toLowerCase();
  return scheme === "https" || scheme === "http" ? `${scheme}:` : undefined;
}
