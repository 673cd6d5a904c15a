import type { Response as ExpressResponse } from "express";

/** Sends a Web response through Express. Every Set-Cookie stays a line of its own. */
export async function send(response: Response, res: ExpressResponse): Promise<void> {
  if (res.headersSent) {
    throw new Error("The response was sent already, so that sign-in can not answer.");
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

/** Adds a Set-Cookie line. One for the same cookie, from an earlier read of the session, gives way. */
export function setCookie(res: ExpressResponse, line: string): void {
  const name = line.slice(0, line.indexOf("=") + 1);
  const lines = [res.getHeader("set-cookie") ?? []].flat().map(String);
  res.setHeader("set-cookie", [...lines.filter((other) => !other.startsWith(name)), line]);
}
