import type * as Library from "oidc-provider";

/**
 * Loads `oidc-provider` and has `use` set it up. It warns of what only matters on the internet (an
 * in-memory store, the age of Node), and of that nobody needs to read here.
 */
export async function withOidcProvider<T>(use: (library: typeof Library) => T): Promise<T> {
  if (!Reflect.has(URL, "parse")) Object.assign(URL, { parse: parseUrl });
  const { warn } = console;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes("oidc-provider WARNING")) warn(...words);
  };
  try {
    return use(await import("oidc-provider"));
  } finally {
    console.warn = warn;
  }
}

/** `URL.parse`, which the first releases of Node 20 lack. */
function parseUrl(url: string, base?: string): URL | null {
  return URL.canParse(url, base) ? new URL(url, base) : null;
}
