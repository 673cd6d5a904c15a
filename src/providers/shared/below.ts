/**
 * The address of `path` below `base`, whether or not `base` ends with a slash. Without a base, or
 * with one that is no address, there is none: the configuration check then names what is missing.
 */
export function below(base: string | URL | undefined, path: string): string | undefined {
  if (base === undefined || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  url.pathname = [...url.pathname.split("/").filter(Boolean), path].join("/");
  return url.href;
}
