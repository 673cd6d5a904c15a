import type { Session } from "../../../types/session.js";
import type { IncomingMessage, ServerResponse } from "../../node/http-types.js";
import { FullstackAuth } from "../index.js";
import type { NextAuthResult } from "../types.js";
import { toConfig } from "./config.js";
import {
  createHandler,
  isServerResponse,
  isWeb,
  type ApiRequest,
  type RouteHandlerContext,
  type V4Handler,
} from "./handler.js";
import type { AuthOptions } from "./types.js";

/**
 * Creates the handler of next-auth 4, for `pages/api/auth/[...nextauth].ts` and route handlers. Its
 * session cookies are accepted until the day in `migration.until` or `AUTH_MOVED_UNTIL`.
 *
 * ```ts
 * // pages/api/auth/[...nextauth].ts
 * export const authOptions: NextAuthOptions = { providers: [GitHub], migration: { until:
 * "2027-01-31" } };
 * export default NextAuth(authOptions);
 * ```
 */
export function NextAuth(options: AuthOptions): V4Handler;
export function NextAuth(
  req: Request,
  context: RouteHandlerContext,
  options: AuthOptions,
): Promise<Response>;
export function NextAuth(req: ApiRequest, res: ServerResponse, options: AuthOptions): Promise<void>;
export function NextAuth(...args: readonly [AuthOptions] | Called): unknown {
  if (args.length === 1) return createHandler(args[0]);
  const [req, second, options] = args;
  const handler = createHandler(options);
  if (isServerResponse(second)) return isWeb(req) ? undefined : handler(req, second);
  return isWeb(req) ? handler(req, second) : undefined;
}

type Called = readonly [ApiRequest | Request, ServerResponse | RouteHandlerContext, AuthOptions];

const known = new WeakMap<object, NextAuthResult>();
const noOptions: Partial<AuthOptions> = {};

function authOf(options: Partial<AuthOptions>): NextAuthResult["auth"] {
  const made = known.get(options) ?? FullstackAuth(lazily(options));
  known.set(options, made);
  return made.auth;
}

/** One configuration object, created on first use. */
function lazily(options: Partial<AuthOptions>) {
  const found: { config?: ReturnType<typeof toConfig> } = {};
  return () => (found.config ??= toConfig({ providers: [], ...options }));
}

type Options = Partial<AuthOptions>;
type Returned<O> = O extends { callbacks: { session(...args: never): infer R } }
  ? Awaited<R>
  : Session;

/**
 * Returns the session on the server: `getServerSession(authOptions)` in server components and route
 * handlers, `getServerSession(req, res, authOptions)` in API routes and `getServerSideProps`.
 *
 * ```ts
 * const session = await getServerSession(authOptions);
 * ```
 */
export function getServerSession<O extends Options>(
  ...args: [IncomingMessage, ServerResponse, O] | [O] | []
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

export type { RouteHandlerContext } from "./handler.js";
export { NextAuth as default, getServerSession as unstable_getServerSession };
export type {
  Account,
  AdapterUser,
  AuthAction,
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
  RequestInternal,
  Session,
  SessionOptions,
  SessionStrategy,
  Theme,
  TokenSet,
  User,
} from "./types.js";
