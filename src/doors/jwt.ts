import type { AuthConfig } from "../core/auth-config.js";
import { readChunked } from "../core/cookies/chunks.js";
import { CookieJar } from "../core/cookies/jar.js";
import { cookieSet } from "../core/cookies/names.js";
import { createKeyRing } from "../core/crypto/keys.js";
import { openToken, sealToken } from "../core/crypto/token.js";
import { MissingSecretError } from "../core/errors/errors.js";
import { isRecord } from "../core/values/json.js";
import type { JWT, JWTDecodeParams, JWTEncodeParams, JWTOptions } from "../types/jwt.js";
import type { LoggerInstance } from "../types/logger.js";

const defaultMaxAge = 30 * 24 * 60 * 60;

/** Encrypts claims into a token (a compact JWE) that only the holder of the secret can read or make. */
export async function encode<Payload extends object = JWT>({
  token,
  secret,
  tenant,
  maxAge = defaultMaxAge,
  salt,
}: JWTEncodeParams<Payload>): Promise<string> {
  const keys = createKeyRing([secret].flat(), { tenant });
  return sealToken(keys, { salt, claims: token ?? {}, maxAge, now: Date.now() });
}

/**
 * Returns the claims of a token; null without one. Throws if it has expired, is forged, or was made
 * for another purpose.
 */
export async function decode<Payload = JWT>(params: JWTDecodeParams): Promise<Payload | null>;
export async function decode({
  token,
  secret,
  tenant,
  salt,
}: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null;
  const keys = createKeyRing([secret].flat(), { tenant });
  const opened = await openToken(keys, { salt, token, now: Date.now() });
  if (opened.ok) return opened.claims;
  throw new TypeError(`The token isn't valid (${opened.reason}).`);
}

/** A request with headers. */
interface Headed {
  headers: Headers | Record<string, string | readonly string[] | undefined>;
}

export interface GetTokenParams<Raw extends boolean = false> {
  /** The request whose session is wanted. */
  req: Request | Headed;
  /** The configuration of your routes. */
  config: Omit<AuthConfig, "raw">;
  /** Returns the token itself instead of its claims. @default false */
  raw?: Raw | undefined;
}

export interface GetUncheckedTokenParams<Raw extends boolean = false> {
  /** The request whose session is wanted. */
  req: Request | Headed;
  config?: never;
  secret?: string | readonly string[] | undefined;
  /** The `tenant` of the configuration. @default none */
  tenant?: string;
  /** Reads the cookie of https sites. @default false */
  secureCookie?: boolean | undefined;
  /** @default the session cookie's own name */
  cookieName?: string | undefined;
  /** @default the name of the cookie */
  salt?: string | undefined;
  /** Returns the token itself instead of its claims. @default false */
  raw?: Raw | undefined;
  decode?: JWTOptions["decode"] | undefined;
  logger?: LoggerInstance | Console | undefined;
}

type Token<Raw extends boolean> = (Raw extends true ? string : JWT) | null;

/**
 * Returns the session token of a request, from the session cookie or an `Authorization: Bearer`
 * header. Null if there is no valid one, or its session has ended. Rejects if that can't be
 * determined.
 *
 * ```ts
 * const token = await getToken({ req, config });
 * ```
 */
export function getToken<Raw extends boolean = false>(
  params: GetTokenParams<Raw>,
): Promise<Token<Raw>>;
/**
 * @deprecated It accepts revoked sessions. Pass `config`, or call `getUncheckedToken` if that's
 * what you want.
 */
export function getToken<Raw extends boolean = false>(
  params: GetUncheckedTokenParams<Raw>,
): Promise<Token<Raw>>;
export async function getToken(
  params: GetTokenParams<boolean> | GetUncheckedTokenParams<boolean>,
): Promise<string | JWT | null> {
  if (params.config === undefined) return getUncheckedToken(params);
  const { req, config, raw } = params;
  assertHeaded(req);
  const { currentToken } = await import("./current-token.js");
  const sent = { cookie: header(req.headers, "cookie"), bearer: bearerToken(req) };
  const found = await currentToken(config, sent);
  return found && (raw ? found.token : found.claims);
}

function assertHeaded(req: unknown): void {
  if (!isRecord(req)) throw new TypeError("`getToken` needs the request: pass it as `req`.");
}

/**
 * Returns the session token without checking for revocation: a revoked session is accepted until
 * its token expires. For a service that has nothing but the secret.
 */
export function getUncheckedToken<Raw extends boolean = false>(
  params: GetUncheckedTokenParams<Raw>,
): Promise<Token<Raw>>;
export async function getUncheckedToken(
  params: GetUncheckedTokenParams<boolean>,
): Promise<string | JWT | null> {
  const { req } = params;
  assertHeaded(req);
  const cookieName = params.cookieName ?? cookieSet(params.secureCookie ?? false, {}).session.name;
  const token = cookieToken(req, cookieName) ?? bearerToken(req);
  if (token === undefined) return null;
  if (params.raw) return token;
  if (!params.secret?.length) {
    throw new MissingSecretError(
      "`getToken` needs the secret of the session: pass it as `secret`.",
    );
  }
  const { secret, tenant, salt = cookieName } = params;
  const whose = tenant === undefined ? undefined : { tenant };
  try {
    return await (params.decode ?? decode)({ token, secret, salt, ...whose });
  } catch {
    return null;
  }
}

type HeaderSource = Headed["headers"];

function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  // Header names are case-insensitive, and not every object has them in lower case.
  const isNamed = ([spelled]: [string, unknown]) => spelled.toLowerCase() === name;
  const value = headers[name] ?? Object.entries(headers).find(isNamed)?.[1];
  return typeof value === "string" ? value : value?.join("; ");
}

function cookieToken({ headers }: { headers: HeaderSource }, name: string): string | undefined {
  const jar = new CookieJar(header(headers, "cookie"));
  return readChunked(jar, { name, options: {} });
}

function bearerToken({ headers }: { headers: HeaderSource }): string | undefined {
  const [scheme, value, ...rest] = (header(headers, "authorization") ?? "").split(" ", 3);
  if (scheme !== "Bearer" || !value || rest.length > 0) return undefined;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

export type {
  DefaultJWT,
  JWT,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
} from "../types/jwt.js";
