import { allowInsecureRequests, customFetch } from "oauth4webapi";
import { withDeadline } from "../../../core/async/deadline.js";
import { because } from "../../../core/errors/reason.js";
import { readBytes } from "../../../core/http/bytes.js";
import type { Span } from "../../../types/measure.js";
import type { FetchLike } from "../../../types/providers.js";
import { assertSafeScheme } from "../provider/address.js";
import type { Inquiry } from "../provider/run.js";
import type { Proof } from "./dpop.js";

const largestAnswer = 1024 * 1024;

/** The `fetch` for every call to a provider: its own or the global one, with limits on time and size. */
export function boundedFetch({ provider, context }: Inquiry): FetchLike {
  const { timeout } = context;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    assertSafeScheme(url, provider.privateOrigins);
    const deadline = AbortSignal.timeout(timeout);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const send = provider.fetch ?? globalThis.fetch;
    const work = async () => {
      const options = { redirect: "manual", ...init, signal } satisfies RequestInit;
      // The same URL that was checked: an object may return different values each time.
      return capped(await send(input instanceof Request ? input : url.href, options), url);
    };
    try {
      const { measure } = context;
      const running = measure ? measure(spanOf(init?.method ?? "GET", url), work) : work();
      return await inTime(running, timeout);
    } catch (error) {
      if (error instanceof CallFailed) throw error;
      const isLate = deadline.aborted || error instanceof TooLate;
      throw isLate ? tooLate(url, timeout) : unreached(url, error);
    }
  };
}

function spanOf(method: string, url: URL): Span {
  const attributes = {
    "http.request.method": method,
    "server.address": url.hostname,
    "url.full": bareAddress(url),
  };
  return { of: "provider", name: method, attributes };
}

/** The options of every call that the protocol library makes: the same `fetch`, and a proof of possession. */
export function libraryOptions(run: Inquiry, dpop?: Proof) {
  const send = boundedFetch(run);
  return {
    [customFetch]: (url: string, { body, headers, method }: LibraryRequest) =>
      send(url, { method, headers, ...(body instanceof URLSearchParams && { body }) }),
    // Our own fetch checks the scheme: http is allowed for this machine only.
    [allowInsecureRequests]: true,
    ...(dpop && { DPoP: dpop.handle }),
  };
}

interface LibraryRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** A call to a provider that failed. */
export class CallFailed extends Error {
  /** The URL that was called, without its query. */
  readonly endpoint: string;

  constructor(url: URL, message: string, options?: ErrorOptions) {
    super(message, options);
    this.endpoint = bareAddress(url);
  }
}

/** The query may contain secrets. */
function bareAddress({ origin, pathname }: URL): string {
  return origin + pathname;
}

/** The same for the text of a URL; undefined if it isn't one. */
export function plainUrl(text: string | undefined): string | undefined {
  return text !== undefined && URL.canParse(text) ? bareAddress(new URL(text)) : undefined;
}

class TooLate extends Error {}

function tooLate(url: URL, timeout: number): Error {
  return because(
    "unreachable",
    new CallFailed(url, `${url.host} didn't respond within ${timeout} ms.`),
  );
}

function unreached(url: URL, cause: unknown): Error {
  const why = cause instanceof Error ? `: ${cause.message}` : "";
  return because(
    "unreachable",
    new CallFailed(url, `${url.host} couldn't be reached${why}`, { cause }),
  );
}

/** For calls that can't be aborted: hooks of a provider, and a custom fetch that ignores signals. */
export function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  return withDeadline(work, timeout, () =>
    because("unreachable", new TooLate(`There was no response within ${timeout} ms.`)),
  );
}

/** A redirect instead of a response. */
export class Redirected extends CallFailed {
  /** The target of the redirect. */
  readonly target: URL | undefined;

  constructor(url: URL, location: string | null) {
    super(url, `${url.host} responded with a redirect, which isn't followed.`);
    const isKnown = location !== null && URL.canParse(location, url);
    this.target = isKnown ? new URL(location, url) : undefined;
  }
}

/** The whole response. Redirects are refused, because they could lead anywhere. */
async function capped(response: Response, url: URL): Promise<Response> {
  const { status, headers } = response;
  if (status === 0 || (status > 299 && status < 400)) {
    await response.body?.cancel();
    throw new Redirected(url, headers.get("location"));
  }
  const tooMany = () =>
    new CallFailed(url, `${url.host} responded with more than ${largestAnswer} bytes.`);
  const bytes = response.body && (await readBytes(response.body, largestAnswer, tooMany));
  const body = bytes && bytes.length > 0 ? bytes : null;
  return remake(body, { status, headers, url: bareAddress(url) });
}

/** A converted response. It keeps its URL. */
export function remake(
  body: Uint8Array<ArrayBuffer> | string | null,
  { status, headers, url }: Pick<Response, "status" | "headers" | "url">,
): Response {
  // oxlint-disable-next-line house/no-response -- it is a provider's answer, read by this flow, and never reaches a browser
  const answer = new Response(body, { status, headers });
  return Object.defineProperty(answer, "url", { value: url });
}
