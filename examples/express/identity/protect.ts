/** No script, nothing from elsewhere. A browser checks `form-action` on the way back to the site, too. */
export function protection(site = ""): Readonly<Record<string, string>> {
  return {
    "Content-Security-Policy": `default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${site}`,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
  };
}
