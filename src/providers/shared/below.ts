/**
 * The URL of `path` below `base`, with or without a slash at its end. Undefined if the base is
 * missing or invalid: the configuration check then names what is missing.
 */
export function below(base: string | URL | undefined, path: string): string | undefined {
  if (base === undefined || !URL.canParse(base)) return undefined;
  const url = new URL(base);
  url.pathname = [...url.pathname.split("/").filter(Boolean), path].join("/");
  return url.href;
}
