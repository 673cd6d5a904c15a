import type { Response as ExpressResponse, Request as ExpressRequest } from "express";
import { toWebRequest as fromNode } from "../node/request.js";

/** Sends a Web response through Express. Every Set-Cookie stays a line of its own. */
export async function send(response: Response, res: ExpressResponse): Promise<void> {
  if (res.headersSent) {
    throw new Error("The response was already sent, so sign-in can't answer.");
  }
  res.status(response.status);
  for (const [name, value] of response.headers) {
    if (name === "set-cookie") setCookie(res, value);
    else if (name === "vary") res.vary(value);
    else res.setHeader(name, value);
  }
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > 0) res.setHeader("content-length", body.length);
  res.end(body);
}

/** Adds a Set-Cookie line. It replaces one for the same cookie, from an earlier session read. */
export function setCookie(res: ExpressResponse, line: string): void {
  const name = line.slice(0, line.indexOf("=") + 1);
  const lines = [res.getHeader("set-cookie") ?? []].flat().map(String);
  res.setHeader("set-cookie", [...lines.filter((other) => !other.startsWith(name)), line]);
}

/** Converts an Express request to a Web one, even if the application has read the body. */
export function toWebRequest(req: ExpressRequest, origin: string): Request {
  const body: unknown = req.body;
  return fromNode({ req, url: new URL(origin + req.originalUrl), body });
}
