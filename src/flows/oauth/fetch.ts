import { withDeadline } from "../../deadline.js";
import { readBytes } from "../../http/bytes.js";
import type { FetchLike } from "../../types/providers.js";
import { assertSafeScheme } from "./address.js";
import type { Run } from "./run.js";

const largestAnswer = 1024 * 1024;

/** The `fetch` for every call to a provider: its own or the global one, bounded in time and size. */
export function boundedFetch({ provider, context }: Run): FetchLike {
  const { timeout } = context;
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    assertSafeScheme(url);
    const deadline = AbortSignal.timeout(timeout);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const send = provider.fetch ?? globalThis.fetch;
    const work = async () => {
      const options = { redirect: "manual", ...init, signal } satisfies RequestInit;
      return capped(await send(input, options), url);
    };
    try {
      return await inTime(work(), timeout);
    } catch (error) {
      throw deadline.aborted || error instanceof TooLate ? tooLate(url, timeout) : error;
    }
  };
}

/** The same in the form that oauth4webapi asks for. */
export function libraryFetch(run: Run) {
  const send = boundedFetch(run);
  return (url: string, { body, headers, method }: LibraryRequest): Promise<Response> =>
    send(url, { method, headers, ...(body instanceof URLSearchParams && { body }) });
}

interface LibraryRequest {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

class TooLate extends Error {}

function tooLate(url: URL, timeout: number): Error {
  return new Error(`${url.host} did not answer within ${timeout} ms.`);
}

/** For what can not be aborted: hooks of a provider, and a custom fetch that ignores signals. */
export function inTime<T>(work: Promise<T>, timeout: number): Promise<T> {
  return withDeadline(
    work,
    timeout,
    () => new TooLate(`There was no answer within ${timeout} ms.`),
  );
}

/** The answer, read as a whole. A redirect is no answer: it could lead anywhere. */
async function capped(response: Response, url: URL): Promise<Response> {
  const { status, headers } = response;
  if (status === 0 || (status > 299 && status < 400)) {
    await response.body?.cancel();
    throw new Error(`${url.host} answered with a redirect, which is not followed.`);
  }
  const tooMany = () => new Error(`${url.host} answered with more than ${largestAnswer} bytes.`);
  const bytes = response.body && (await readBytes(response.body, largestAnswer, tooMany));
  return remake(bytes && bytes.length > 0 ? bytes : null, { status, headers });
}

/** A provider's answer in another form. */
export function remake(
  body: Uint8Array<ArrayBuffer> | string | null,
  { status, headers }: Pick<Response, "status" | "headers">,
): Response {
  // eslint-disable-next-line no-restricted-syntax -- it is a provider's answer, read by this flow, and never reaches a browser
  return new Response(body, { status, headers });
}
