/** What all parts of the client on one page share. */
interface PageState {
  readonly basePath: string;
  readonly reads: Map<string, Read>;
  /** What has to end before anything is read. */
  readonly pause: Promise<unknown>;
}

/** A session that is being read. */
interface Read {
  readonly answer: Promise<unknown>;
  readonly controller: AbortController;
}

const defaultBasePath = "/api/auth";

// Kept by window, so that a server, which has none, never shares anything between two people.
const pages = new WeakMap<Window, PageState>();

function stateOf(page: Window): PageState {
  return (
    pages.get(page) ?? { basePath: defaultBasePath, reads: new Map(), pause: Promise.resolve() }
  );
}

/** Tells the functions of this page where the routes live. */
export function setBasePath(basePath: string): void {
  if (typeof window !== "undefined") pages.set(window, { ...stateOf(window), basePath });
}

/** Where the routes live: a path in the browser, a URL on the server. */
export function routesUrl(): string {
  if (typeof window !== "undefined") return stateOf(window).basePath;
  const site = process.env["AUTH_URL"] ?? process.env["NEXTAUTH_URL"] ?? "http://localhost:3000";
  const url = new URL(/^https?:\/\//.test(site) ? site : `https://${site}`);
  const path = /^(?:\/+[^/]+)*/.exec(url.pathname)?.[0];
  return url.origin + (path || defaultBasePath);
}

/** Joins the reading of the same URL that is under way on this page, or begins one. */
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
 * Gives up what is being read: it was asked before somebody signed in or out. A late answer could not
 * only be wrong, it could also bring a renewed cookie of the session that was ended.
 */
export function dropReads(): void {
  if (typeof window === "undefined") return;
  const { reads } = stateOf(window);
  const dropped = [...reads.values()];
  reads.clear();
  for (const { controller } of dropped) controller.abort();
}

/** Signs in or out while nothing is being read; what was asked for is asked for again afterwards. */
export async function withoutReads<T>(work: () => Promise<T>): Promise<T> {
  const done = work();
  const pause = done.catch(() => undefined);
  pages.set(window, { ...stateOf(window), pause });
  dropReads();
  return done;
}
