import type { IncomingMessage } from "./http-types.js";

const withoutBody = new Set(["GET", "HEAD"]);
// `Request` refuses these; the library answers 405 to whatever it does not know.
const unsendable = new Set(["CONNECT", "TRACE", "TRACK"]);

/** A request of Node.js, and what the framework made of it. */
export interface Incoming {
  readonly req: IncomingMessage;
  readonly url: URL;
  /** What a body parser made of the body, if one has read it. */
  readonly body?: unknown;
}

/** A request of Node.js as a Web one, whether or not the application has read the body already. */
export function toWebRequest({ req, url, body }: Incoming): Request {
  const headers = headersOf(req);
  const method = methodOf(req);
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) {
    init.signal = signalOf(req.socket);
    init.body = req.readableEnded ? bodyRead(body, headers) : streamOf(req);
  }
  return new Request(url, init);
}

const signals = new WeakMap<object, AbortSignal>();

/** Aborts when the connection is closed, so that nothing is done for a client that is gone. One per connection. */
function signalOf(socket: Partial<IncomingMessage["socket"]> | undefined): AbortSignal | null {
  // Platforms that only look like Node.js may have no socket that can be listened to.
  if (typeof socket?.once !== "function") return null;
  const known = signals.get(socket);
  if (known) return known;
  const closed = new AbortController();
  socket.once("close", () => closed.abort());
  signals.set(socket, closed.signal);
  return closed.signal;
}

export function methodOf({ method = "GET" }: IncomingMessage): string {
  return unsendable.has(method) ? "UNKNOWN" : method;
}

export function headersOf({ headers }: IncomingMessage): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of [value].flat()) read.append(name, item);
  }
  return read;
}

/** What a body parser made of the body goes on as JSON. */
function bodyRead(body: unknown, headers: Headers): BodyInit | null {
  // Without a result, the length stays, so that it is told that the body is lost.
  if (body === undefined || body === null) return null;
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** Reads the body as it is asked for, so that nothing piles up while nobody asks. */
function streamOf(req: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = req.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next();
        if (next.done) controller.close();
        else controller.enqueue(bytesOf(next.value));
      },
      async cancel() {
        await chunks.return?.();
        req.resume();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Chunks are text where the application has set an encoding. */
function bytesOf(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? Uint8Array.from(chunk) : Buffer.from(String(chunk));
}
