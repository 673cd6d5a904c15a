import type { IncomingMessage, ServerResponse } from "../../node/http-types.js";
import type { NextRequest } from "next/server.js";
import type { Session } from "../../../types/session.js";
import { FullstackAuth } from "../index.js";
import type { NextAuthResult } from "../types.js";
import { toConfig } from "./config.js";
import { createHandler, isWeb, type ApiRequest, type V4Handler } from "./handler.js";
import { isServerResponse } from "./node.js";
import type { AuthOptions } from "./types.js";

/** What a route handler gets besides the request. */
export interface RouteHandlerContext {
  params: { nextauth: string[] } | PromiseLike<{ nextauth: string[] }>;
}

/**
 * The entry point of next-auth 4: one handler for `pages/api/auth/[...nextauth].ts` and for route handlers.
 * Its session cookies are read until the day that `migration.until`, or `AUTH_MOVED_UNTIL`, names.
 *
 * ```ts
 * // pages/api/auth/[...nextauth].ts
 * export const authOptions: NextAuthOptions = { providers: [GitHub], migration: { until: "2027-01-31" } };
 * export default NextAuth(authOptions);
 * ```
 */
export function NextAuth(options: AuthOptions): V4Handler;
export function NextAuth(req: ApiRequest, res: ServerResponse, options: AuthOptions): Promise<void>;
export function NextAuth(
  req: NextRequest,
  context: RouteHandlerContext,
  options: AuthOptions,
): Promise<Response>;
export function NextAuth(...args: readonly [AuthOptions] | Called): unknown {
  if (args.length === 1) return createHandler(args[0]);
  const [req, second, options] = args;
  const handler = createHandler(options);
  if (isWeb(req)) return handler(req, second);
  return isServerResponse(second) ? handler(req, second) : undefined;
}

type Called = readonly [
  ApiRequest | NextRequest,
  ServerResponse | RouteHandlerContext,
  AuthOptions,
];

const known = new WeakMap<object, NextAuthResult>();
const noOptions: Partial<AuthOptions> = {};

function authOf(options: Partial<AuthOptions>): NextAuthResult["auth"] {
  const made = known.get(options) ?? FullstackAuth(lazily(options));
  known.set(options, made);
  return made.auth;
}

/** One configuration object, made when it is first needed. */
function lazily(options: Partial<AuthOptions>) {
  const found: { config?: ReturnType<typeof toConfig> } = {};
  return () => (found.config ??= toConfig({ providers: [], ...options }));
}

type Options = Partial<AuthOptions>;
type Returned<O> = O extends { callbacks: { session(...args: never): infer R } }
  ? Awaited<R>
  : Session;

/**
 * The session on the server: `getServerSession(authOptions)` in server components and route handlers,
 * `getServerSession(req, res, authOptions)` in API routes and `getServerSideProps`.
 *
 * ```ts
 * const session = await getServerSession(authOptions);
 * ```
 */
export function getServerSession<O extends Options>(options?: O): Promise<Returned<O> | null>;
export function getServerSession<O extends Options>(
  req: IncomingMessage,
  res: ServerResponse,
  options: O,
): Promise<Returned<O> | null>;
export function getServerSession(
  ...args: readonly [Options?] | readonly [IncomingMessage, ServerResponse, Options]
): Promise<unknown> {
  const [first, res, options] = args;
  if (isServerResponse(res) && isIncoming(first)) return authOf(options ?? noOptions)(first, res);
  return authOf(isIncoming(first) ? noOptions : (first ?? noOptions))();
}

function isIncoming(value: object | undefined): value is IncomingMessage {
  return value !== undefined && "headers" in value;
}

export { NextAuth as default, getServerSession as unstable_getServerSession };
export type {
  Account,
  AdapterUser,
  AuthOptions,
  Awaitable,
  CallbacksOptions,
  CookieOption,
  CookiesOptions,
  DefaultSession,
  DefaultUser,
  EventCallbacks,
  EventType,
  ISODateString,
  LoggerInstance,
  NextAuthOptions,
  PagesOptions,
  Profile,
  Session,
  SessionOptions,
  SessionStrategy,
  Theme,
  TokenSet,
  User,
} from "./types.js";
