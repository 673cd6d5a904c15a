/** State shared by all client functions on a page. */
interface PageState {
  readonly basePath: string;
  readonly reads: Map<string, Read>;
  /** A sign-in or sign-out that must finish before the session is read. */
  readonly pause: Promise<unknown>;
}

/** A session read in progress. */
interface Read {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
}

const defaultBasePath = "/api/auth";

// Kept by window, so a server, which has none, never shares a session between users.
const pages = new WeakMap<Window, PageState>();

function stateOf(page: Window): PageState {
  return (
    pages.get(page) ?? { basePath: defaultBasePath, reads: new Map(), pause: Promise.resolve() }
  );
}

/** Sets the path of the routes for all functions on this page. */
export function setBasePath(basePath: string): void {
  if (typeof window !== "undefined") pages.set(window, { ...stateOf(window), basePath });
}

/** The base of the routes: a path in the browser, a URL on the server. */
export function routesUrl(): string {
  if (typeof window !== "undefined") return stateOf(window).basePath;
  const site = process.env["AUTH_URL"] ?? process.env["NEXTAUTH_URL"] ?? "http://localhost:3000";
  const url = new URL(/^https?:\/\//.test(site) ? site : `https://${site}`);
  const path = /^(?:\/+[^/]+)*/.exec(url.pathname)?.[0];
  return url.origin + (path || defaultBasePath);
}

/** Joins a read of the same URL that is in progress on this page, or starts one. */
export function shareRead<T>(
  url: string,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<unknown> {
  const controller = new AbortController();
  if (typeof window === "undefined") return read(controller.signal);
  const state = stateOf(window);
  pages.set(window, state);
  const known = state.reads.get(url);
  if (known) return known.answer;
  const answer = state.pause
    .then(() => read(controller.signal))
    .finally(() => {
      if (state.reads.get(url)?.controller === controller) state.reads.delete(url);
    });
  state.reads.set(url, { answer, controller });
  return answer;
}

/**
 * Abandons reads that were sent before the user signed in or out. A late response would be wrong,
 * and could even restore the cookie of a session that has ended.
 */
export function dropReads(): void {
  if (typeof window === "undefined") return;
  const { reads } = stateOf(window);
  const dropped = [...reads.values()];
  reads.clear();
  for (const { controller } of dropped) controller.abort();
}

/** Signs in or out while no read is in progress; abandoned reads are repeated afterwards. */
export async function withoutReads<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  const pause = done.catch(() => undefined);
  pages.set(window, { ...stateOf(window), pause });
  dropReads();
  return done;
}
