import type { Untyped } from "../../../types/common.js";
import type { IncomingMessage, ServerResponse } from "../../node/http-types.js";
import { peerOf } from "../../node/peer.js";
import { headersOf, toWebRequest } from "../../node/request.js";
import { memberOf } from "../../visit/shapes.js";
import { makeReady, mountOfNext } from "../environment.js";
import { answerRoute } from "../handlers.js";
import { originOf } from "../place.js";
import type { NextAuthConfig } from "../types.js";
import { toConfig } from "./config.js";
import { Refusals } from "./refusals.js";
import type { AuthOptions } from "./types.js";

/** A request of an API route: Next.js has read its body. */
export interface ApiRequest extends IncomingMessage {
  body?: unknown;
}

/**
 * The second argument of a route handler. Next.js 14 passes the parameters, newer versions a
 * promise of them, and a build compares this type with its own.
 */
export interface RouteHandlerContext {
  params: Untyped;
}

/** A handler for API routes and route handlers. A Next.js build checks the last signature. */
export interface V4Handler {
  (req: ApiRequest, res: ServerResponse): Promise<void>;
  (req: Request, context: RouteHandlerContext): Promise<Response>;
}

export function createHandler(options: AuthOptions): V4Handler {
  const refusals = new Refusals();
  const made: { config?: NextAuthConfig } = {};
  const ready = () => makeReady((made.config ??= toConfig(options, refusals)));

  const forPages = async (req: ApiRequest, res: ServerResponse): Promise<void> => {
    const { engine } = await ready();
    const origin = engine.settings.origin ?? originOf(headersOf(req), "http://localhost");
    const path = req.url ?? "/";
    const isWhole = path.startsWith(`${engine.settings.basePath}/`);
    const url = new URL(origin + (isWhole ? "" : mountOfNext()) + path);
    const request = toWebRequest({ req, url, body: req.body });
    const asked = await readAsked(request);
    await sendTo(
      res,
      await asV4Answer(await engine.handle(request, { peer: peerOf(req) }), asked, refusals),
    );
  };
  const forRoutes = async (req: Request): Promise<Response> => {
    const asked = await readAsked(req);
    return asV4Answer(await answerRoute(await ready(), req), asked, refusals);
  };

  function handler(req: ApiRequest, res: ServerResponse): Promise<void>;
  function handler(req: Request, context: RouteHandlerContext): Promise<Response>;
  function handler(req: ApiRequest | Request, second: object): Promise<void | Response> {
    if (isServerResponse(second) && !isWeb(req)) return forPages(req, second);
    if (isWeb(req)) return forRoutes(req);
    throw new TypeError(
      "NextAuth must be called with the request and response of an API route, or of a route handler.",
    );
  }
  return handler;
}

export function isWeb(req: object): req is Request {
  return "headers" in req && req.headers instanceof Headers;
}

const longestForm = 64 * 1024;

/** The parts of a request that decide how next-auth 4 would have answered it. */
interface AnswerOptions {
  readonly url: string;
  readonly isRead: boolean;
  /** The old client script, which an open page may still use, asks for JSON in the form. */
  readonly wantsJson: boolean;
}

async function readAsked(request: Request): Promise<AnswerOptions> {
  const { url, method } = request;
  const length = Number(request.headers.get("content-length") ?? 0);
  const isForm = method === "POST" && length <= longestForm;
  const text = isForm ? await request.clone().text() : "";
  const wantsJson = text.length <= longestForm && /(?:^|[&,{])"?json"?[=:]"?true\b/.test(text);
  return { url, isRead: method === "GET", wantsJson };
}

/**
 * The response in the form of next-auth 4: error messages in the URL, `{}` if nobody is signed in.
 */
async function asV4Answer(
  response: Response,
  asked: AnswerOptions,
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

function redirect(
  response: Response,
  location: string,
  { url, wantsJson }: AnswerOptions,
): Response {
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

/** Sends a Web response through Node.js. Every Set-Cookie stays a line of its own. */
async function sendTo(res: ServerResponse, response: Response): Promise<void> {
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
