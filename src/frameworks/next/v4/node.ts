import type { ServerResponse } from "../../node/http-types.js";

/** Sends a Web response through Node.js. Every Set-Cookie stays a line of its own. */
export async function sendTo(res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== "set-cookie") res.setHeader(name, value);
  }
  const already = [res.getHeader("set-cookie") ?? []].flat().map(String);
  const lines = [...already, ...response.headers.getSetCookie()];
  if (lines.length > 0) res.setHeader("set-cookie", lines);
  res.end(Buffer.from(await response.arrayBuffer()));
}

export function isServerResponse(value: unknown): value is ServerResponse {
  return typeof value === "object" && value !== null && "setHeader" in value;
}
