import type { ResponseCookie } from "../../types/http.js";

// Printable ASCII without the characters that end a name or an attribute.
const nameText = /^[!-:<>-~]+$/;
const attributeText = /^[ -:<-~]*$/;
const domainText = /^\.?[a-z\d-]+(?:\.[a-z\d-]+)*$/i;

/** Whether a cookie of this name can be set. Requests may carry others, which can't be deleted. */
export function isCookieName(name: string): boolean {
  return nameText.test(name);
}

/**
 * Builds a Set-Cookie header (RFC 6265bis, section 4.1). Throws for a configured attribute that can't be
 * sent, or would add another attribute.
 */
export function serializeCookie({ name, value, options }: ResponseCookie): string {
  const { maxAge, domain, path, expires, httpOnly, secure, partitioned } = options;
  const { priority, sameSite } = options;
  const parts = [`${checked("name", name, isCookieName(name))}=${encodeURIComponent(value)}`];
  if (maxAge !== undefined) {
    parts.push(`Max-Age=${checked("maxAge", maxAge, Number.isInteger(maxAge))}`);
  }
  if (domain) parts.push(`Domain=${checked("domain", domain, domainText.test(domain))}`);
  if (path) parts.push(`Path=${checked("path", path, attributeText.test(path))}`);
  if (expires) {
    const text = expires.toUTCString();
    parts.push(`Expires=${checked("expires", text, !Number.isNaN(expires.getTime()))}`);
  }
  if (httpOnly) parts.push("HttpOnly");
  if (secure) parts.push("Secure");
  if (partitioned) parts.push("Partitioned");
  if (priority) parts.push(`Priority=${oneOf("priority", priority, ["Low", "Medium", "High"])}`);
  if (sameSite) {
    const wanted = sameSite === true ? "strict" : sameSite;
    parts.push(`SameSite=${oneOf("sameSite", wanted, ["Strict", "Lax", "None"])}`);
  }
  return parts.join("; ");
}

function oneOf(attribute: string, value: string, allowed: readonly string[]): string {
  const found = allowed.find((one) => one.toLowerCase() === value.toLowerCase());
  return checked(attribute, found ?? value, found !== undefined);
}

function checked<T extends string | number>(attribute: string, value: T, isValid: boolean): T {
  if (isValid) return value;
  throw new TypeError(`The ${attribute} of a cookie can't be ${JSON.stringify(value)}.`);
}
