/** Headers by which software says that it fetches a page before anybody asked to see it. */
const announcements = ["purpose", "sec-purpose", "x-purpose", "x-moz"] as const;

/** Whether nobody has opened the address yet, so that the request must not use anything up. */
export function isPrefetch(headers: Headers): boolean {
  if (headers.has("next-router-prefetch")) return true;
  return announcements.some((name) => /prefetch|prerender|preview/i.test(headers.get(name) ?? ""));
}
