/** Headers of requests that are sent before the user has asked to see the page. */
const announcements = ["purpose", "sec-purpose", "x-purpose", "x-moz"] as const;

/** Whether the user hasn't opened the page yet, so the request mustn't use anything up. */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has("next-router-prefetch")) return true;
  return announcements.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}
