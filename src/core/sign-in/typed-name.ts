import { openToken, sealToken } from "../crypto/token.js";
import type { TypedName } from "../flow.js";
import { crossSiteReason } from "../http/csrf.js";

/** Seconds for which the form is filled in again. */
const lasts = 60;
/** RFC 5321, section 4.5.3.1.3. */
const longest = 254;

/**
 * Keeps what was typed into this field of a form that failed, so it needn't be typed again. Sealed, and not in
 * the URL, which others may log.
 */
export function typedName(field: string): TypedName {
  return {
    async note({ jar, cookies, keys, now, body, headers, site }) {
      const text = body.text(field);
      if (!text || text.length > longest) return;
      // Other sites mustn't fill in ours.
      if (crossSiteReason(headers, site.origin) !== undefined) return;
      const salt = cookies.typed.name;
      const value = await sealToken(keys, { salt, claims: { field, text }, maxAge: lasts, now });
      jar.set(cookies.typed, value, { maxAge: lasts });
    },
    async take({ jar, cookies, keys, now }) {
      const token = jar.get(cookies.typed.name);
      if (token === undefined) return undefined;
      const opened = await openToken(keys, { salt: cookies.typed.name, token, now });
      const { field: where, text } = opened.ok ? opened.claims : {};
      if (where !== field || typeof text !== "string") return undefined;
      jar.clear(cookies.typed);
      return { field, text };
    },
  };
}
