import type { Context } from "hono";

const withoutBody = new Set(["GET", "HEAD"]);

/** The request at the address the browser knows, whether or not the application has read its body. */
export async function requestAt(c: Context, address: URL): Promise<Request> {
  const { raw } = c.req;
  const { method } = raw;
  const headers = new Headers(raw.headers);
  const init: RequestInit & { duplex: "half" } = { method, headers, duplex: "half" };
  if (!withoutBody.has(method)) init.body = raw.bodyUsed ? await bodyRead(c, headers) : raw.body;
  return new Request(address, init);
}

/** What Hono kept of a body that was read; version 3 gives it only as it was asked for. A form gets a new boundary. */
async function bodyRead(c: Context, headers: Headers): Promise<BodyInit> {
  const { bodyCache } = c.req;
  headers.delete("content-length");
  if ("json" in bodyCache) return JSON.stringify(await c.req.json());
  if ("text" in bodyCache) return c.req.text();
  if (!("formData" in bodyCache)) return c.req.arrayBuffer();
  headers.delete("content-type");
  return c.req.formData();
}
