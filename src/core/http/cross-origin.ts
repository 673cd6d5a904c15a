/** Seconds for which browsers may cache a preflight response: the most that Chromium accepts. */
const keptFor = "7200";

export type CrossOriginRequest = Pick<Request, "method" | "headers">;
export type CrossOriginHeaders = Readonly<Record<string, string>>;

/**
 * The CORS headers that let scripts of another site call the routes. Never with cookies: without
 * `access-control-allow-credentials`, browsers withhold responses to requests that sent them.
 */
export function crossOriginHeaders(
  origins: ReadonlySet<string>,
  { method, headers }: CrossOriginRequest,
): CrossOriginHeaders {
  const origin = headers.get("origin");
  if (origin === null || !origins.has(origin)) return {};
  return {
    "access-control-allow-origin": origin,
    ...(method === "OPTIONS" && {
      "access-control-allow-headers": "authorization, content-type, x-auth-return-redirect",
      "access-control-allow-methods": "GET, POST",
      "access-control-max-age": keptFor,
    }),
  };
}
