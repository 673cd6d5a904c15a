/** What an `authorized` callback may answer, by the last segment of the path. */
export const verdicts: Record<string, (url: string) => unknown> = {
  yes: () => true,
  no: () => false,
  nothing: () => undefined,
  zero: () => 0,
  throws: () => {
    throw new Error("The callback failed.");
  },
  rejects: () => Promise.reject(new Error("The callback failed.")),
  teapot: () => new Response("teapot", { status: 418 }),
  away: (url) => Response.redirect(new URL("/elsewhere", url)),
  relative: () => new Response(null, { status: 307, headers: { location: "/elsewhere" } }),
  circle: (url) => Response.redirect(url),
  "growing-circle": (url) =>
    Response.redirect(new URL(`/mw/growing-circle?callbackUrl=${encodeURIComponent(url)}`, url)),
};
