export interface PageSources {
  /** The hash of the page's stylesheet. */
  readonly style: string;
  /** The origins of pictures that are kept elsewhere. */
  readonly images: readonly string[];
  /** Where the page's forms may lead. Chromium also checks the redirects that follow a submit. */
  readonly formAction: string | undefined;
  /** Whether the page loads a script of the site. */
  readonly script: boolean;
  /** The hash of the script that stands in the page. */
  readonly inline?: string | undefined;
  /** Whether the next browser may get the page in another language (RFC 9110, section 12.5.5). */
  readonly variesByLanguage: boolean;
}

/** Known shapes only: a `;` or `,` would begin a directive or a policy of its own. */
const SOURCE = /^(?:'self'|'none'|https?:|https?:\/\/[\w.*[\]:-]+)$/;

function formTargets(sources: string | undefined): string {
  const known = (sources ?? "").split(" ").filter((source) => SOURCE.test(source));
  return known.length === 0 ? "'self'" : known.join(" ");
}

function scriptSources({ script, inline }: PageSources): readonly string[] {
  const sources = [...(inline === undefined ? [] : [inline]), ...(script ? ["'self'"] : [])];
  return sources.length === 0 ? [] : [`script-src ${sources.join(" ")}`];
}

function policy(sources: PageSources): string {
  const { style, images, formAction, script } = sources;
  return [
    "default-src 'none'",
    `style-src ${style}`,
    ["img-src 'self' data:", ...images].join(" "),
    ...scriptSources(sources),
    ...(script ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action ${formTargets(formAction)}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of a page which must not be framed, cached, sniffed or scripted by anyone. */
export function securityHeaders(sources: PageSources): Readonly<Record<string, string>> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy(sources),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    // With `no-referrer` browsers send `Origin: null` on a form post, which the CSRF check refuses.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "private, no-store",
    vary: sources.variesByLanguage ? "Cookie, Accept-Language" : "Cookie",
  };
}
