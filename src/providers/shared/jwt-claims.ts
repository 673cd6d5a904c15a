import { isRecord } from "./record.js";

/**
 * The claims of a JWT that came from the token endpoint itself, over TLS and at our own request,
 * which vouches for it (OpenID Connect Core, section 3.1.3.7, point 6). Of no other use.
 */
export function claimsOf(jwt: string | undefined): Record<string, unknown> {
  const payload = (jwt ?? "").split(".")[1] ?? "";
  try {
    const binary = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (isRecord(claims)) return claims;
  } catch {
    // Parsers quote what they could not read, and this is a token.
  }
  throw new Error("The access token was expected to be a JWT, and is none.");
}
