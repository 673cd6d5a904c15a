import type { ServerResponse } from "./http-types.js";

/** Sends a Web response through Node.js. Every Set-Cookie stays a line of its own. */
export async function send(response: Response, res: ServerResponse): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name === "set-cookie" || name === "vary") res.appendHeader(name, value);
    else res.setHeader(name, value);
  }
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > 0) res.setHeader("content-length", body.length);
  res.end(body);
}
