import { mergeOptions } from "../../../core/values/merge.js";

/** The default scope. */
export const usualScope = "openid profile email";

/** The options all endpoints share. */
export interface EndpointOptions {
  url?: string | undefined;
  params?: Record<string, unknown> | undefined;
}

/**
 * Merges an endpoint option over its default. A string stands for the URL alone: `{ params }` over a string
 * keeps the URL, and hooks stay if only the URL is replaced.
 */
export function mergeEndpoint<H extends EndpointOptions>(
  none: H,
  defaults: string | URL | H | undefined,
  options: string | URL | H | undefined,
): H {
  const over = asOptions(none, options);
  // The query of a URL set by the app takes precedence over default parameters.
  const query = over.url === undefined ? {} : queryOf(over.url);
  return mergeOptions(asOptions(none, defaults), { ...over, params: { ...query, ...over.params } });
}

function asOptions<H extends EndpointOptions>(none: H, endpoint: string | URL | H | undefined): H {
  const isAddress = typeof endpoint === "string" || endpoint instanceof URL;
  return isAddress ? { ...none, url: String(endpoint) } : { ...none, ...endpoint };
}

function queryOf(url: string): Record<string, string> {
  return URL.canParse(url) ? Object.fromEntries(new URL(url).searchParams) : {};
}

/** A URL with parameters added to its query. */
export function withParams(url: string | URL, params: EndpointOptions["params"]): URL {
  const result = new URL(url);
  const added: [string, string][] = [];
  for (const [name, value] of Object.entries(params ?? {})) {
    const text = asText(value);
    if (text === undefined) continue;
    if (result.searchParams.has(name)) result.searchParams.set(name, text);
    else added.push([name, text]);
  }
  if (added.length === 0) return result;
  // All at once, because each change serializes the whole query again.
  result.search = new URLSearchParams([...result.searchParams, ...added]).toString();
  return result;
}

/** The value of a parameter, wherever it's set. */
export function paramOf({ url, params }: EndpointOptions, name: string): string | undefined {
  return asText(params?.[name]) ?? (url === undefined ? undefined : queryOf(url)[name]);
}

/** Values that aren't strings, such as `claims` or a number, are sent as JSON; undefined ones aren't sent. */
function asText(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}
