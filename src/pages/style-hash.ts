/** Hashes by the theme they belong to, so that one config's pages never grow another's cache. */
const hashes = new WeakMap<object, Map<string, Promise<string>>>();

/** A config has a handful of stylesheets: one for its sign-in page, one for all others. */
const MOST_KEPT = 16;

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}

/** The CSP source (CSP 3, section 2.3.1) that allows exactly this inline stylesheet. */
export async function styleSource(owner: object, css: string): Promise<string> {
  const known = hashes.get(owner) ?? new Map<string, Promise<string>>();
  hashes.set(owner, known);
  const hash = known.get(css) ?? sha256(css);
  if (known.size >= MOST_KEPT) known.clear();
  known.set(css, hash);
  return `'sha256-${await hash}'`;
}
