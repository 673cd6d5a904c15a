import { memberOf } from "../shapes.js";
import type { Refusals } from "./refusals.js";

const longestForm = 64 * 1024;

/** What of a request decides how next-auth 4 would have answered it. */
export interface Asked {
  readonly url: string;
  readonly isRead: boolean;
  /** Its client script, which a page may still have, asked for JSON in the form. */
  readonly wantsJson: boolean;
}

export async function readAsked(request: Request): Promise<Asked> {
  const { url, method } = request;
  const length = Number(request.headers.get("content-length") ?? 0);
  const isForm = method === "POST" && length <= longestForm;
  const text = isForm ? await request.clone().text() : "";
  const wantsJson = text.length <= longestForm && /(?:^|[&,{])"?json"?[=:]"?true\b/.test(text);
  return { url, isRead: method === "GET", wantsJson };
}

/** The answer as next-auth 4 gave it: messages of errors in the address, `{}` for nobody. */
export async function asV4Answer(
  response: Response,
  asked: Asked,
  refusals: Refusals,
): Promise<Response> {
  const location = response.headers.get("location");
  if (location !== null) return redirect(response, refusals.tell(location, asked.url), asked);
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const body: unknown = await response.json();
  const isNobody = body === null && asked.isRead && /\/session$/.test(new URL(asked.url).pathname);
  if (isNobody) return again(response, {});
  const target = memberOf(body, "url");
  return again(
    response,
    typeof target === "string" ? { url: refusals.tell(target, asked.url) } : body,
  );
}

function redirect(response: Response, location: string, { url, wantsJson }: Asked): Response {
  const headers = new Headers(response.headers);
  if (!wantsJson) {
    headers.set("location", location);
    return new Response(null, { status: response.status, headers });
  }
  headers.delete("location");
  headers.set("content-type", "application/json");
  const failed = new URL(location, url).searchParams.has("error");
  return new Response(JSON.stringify({ url: location }), { status: failed ? 401 : 200, headers });
}

function again({ status, headers }: Response, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers });
}
