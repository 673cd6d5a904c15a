import { lostBody } from "../../core/engine/index.js";
import type { IncomingMessage } from "./http-types.js";

const withoutBody = new Set(["GET", "HEAD"]);
// `Request` refuses these methods; the library responds with 405 to unknown ones.
const unsendable = new Set(["CONNECT", "TRACE", "TRACK"]);

/** A Node.js request, with what the framework added. */
export interface Incoming {
  readonly req: IncomingMessage;
  readonly url: URL;
  /** The body as a body parser left it, if one has read it. */
  readonly body?: unknown;
}

/** Converts a Node.js request to a Web one, even if the application has read the body. */
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

/**
 * Aborts when the connection is closed, so no work is done for a client that is gone. One per
 * connection.
 */
function signalOf(socket: Partial<IncomingMessage["socket"]> | undefined): AbortSignal | null {
  // Platforms that imitate Node.js may have no socket to listen to.
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

/** The headers of a Node.js request. */
interface Headed {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export function headersOf({ headers }: Headed): Headers {
  const read = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of [value].flat()) read.append(name, item);
  }
  return read;
}

/** Turns a parsed body into JSON again. */
function bodyRead(body: unknown, headers: Headers): BodyInit | null {
  if (body === undefined || body === null) return wasSent(headers) ? lostBody() : null;
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** Without either header, there was no body (RFC 9112, section 6). */
function wasSent(headers: Headers): boolean {
  return headers.has("content-length") || headers.has("transfer-encoding");
}

/** Reads the body on demand, so it isn't buffered. */
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

/** Chunks are strings if the application has set an encoding. */
function bytesOf(chunk: unknown): Uint8Array {
  return chunk instanceof Uint8Array ? Uint8Array.from(chunk) : Buffer.from(String(chunk));
}
