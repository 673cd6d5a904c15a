import type { Request as ExpressRequest } from "express";

const withoutBody = new Set(["GET", "HEAD"]);
// `Request` refuses these; the library answers 405 to whatever it does not know.
const unsendable = new Set(["CONNECT", "TRACE", "TRACK"]);

/** The Express request as a Web one, whether or not the application has read the body already. */
export function toWebRequest(req: ExpressRequest, origin: string): Request {
  const headers = headersOf(req);
  const method = unsendable.has(req.method) ? "UNKNOWN" : req.method;
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) init.body = bodyOf(req, headers);
  return new Request(origin + req.originalUrl, init);
}

function headersOf(req: ExpressRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(":") || value === undefined) continue;
    for (const item of [value].flat()) headers.append(name, item);
  }
  return headers;
}

/** What a body parser made of the body goes on as JSON; a body nobody has read goes on as it comes. */
function bodyOf(req: ExpressRequest, headers: Headers): BodyInit | null {
  if (!req.readableEnded) return streamOf(req);
  const body: unknown = req.body;
  headers.delete("content-length");
  headers.delete("transfer-encoding");
  if (body === undefined || body === null) return null;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return Uint8Array.from(body);
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** Reads the body as it is asked for, so that nothing piles up while nobody asks. */
function streamOf(req: ExpressRequest): ReadableStream<Uint8Array> {
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
