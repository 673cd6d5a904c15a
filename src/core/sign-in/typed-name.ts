import { openCookie, sealCookie } from "../cookies/sealed.js";
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
    async note(context) {
      const { cookies, body, headers, site } = context;
      const text = body.text(field);
      if (!text || text.length > longest) return;
      // Other sites mustn't fill in ours.
      if (crossSiteReason(headers, site.origin) !== undefined) return;
      const salt = cookies.typed.name;
      await sealCookie(context, cookies.typed, { salt, claims: { field, text }, maxAge: lasts });
    },
    async take(context) {
      const { typed } = context.cookies;
      const { field: where, text } = (await openCookie(context, typed, typed.name)) ?? {};
      if (where !== field || typeof text !== "string") return undefined;
      context.jar.clear(typed);
      return { field, text };
    },
  };
}
