import type { Outcome } from "./outcome.js";

/** Whether a script sent the request that reads where a redirect leads instead of following it. */
export const isScript = (headers: Headers): boolean => headers.has("x-auth-return-redirect");

/** Whether to answer in JSON where a page has the same URL: it isn't a browser that asks. */
export function prefersJson(headers: Headers): boolean {
  const accept = headers.get("accept") ?? "";
  return (
    isScript(headers) || (accept.includes("application/json") && !accept.includes("text/html"))
  );
}

/** Adds `Vary`, because the same URL returns a page or JSON. */
export function variedByAccept(outcome: Outcome): Outcome {
  if (outcome.kind !== "html" && outcome.kind !== "json") return outcome;
  const vary = `${outcome.headers?.["vary"] ?? "Cookie"}, Accept`;
  return { ...outcome, headers: { ...outcome.headers, vary } };
}
