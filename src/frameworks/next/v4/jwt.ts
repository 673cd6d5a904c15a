import {
  decode as decodeOurs,
  getUncheckedToken as getOurs,
  type JWT,
} from "../../../doors/jwt.js";
import { createV4Tokens, defaultBackend } from "../../../plugins/authjs-migration/v4.js";
import { memberOf } from "../../visit/shapes.js";
import type { JWTDecodeParams, JWTEncodeParams, JWTOptions } from "./types.js";

const defaultMaxAge = 30 * 24 * 60 * 60;
const names = ["__Secure-authjs.session-token", "authjs.session-token"];

function v4Tokens(secret: string | Uint8Array, salt: string | undefined) {
  const text = typeof secret === "string" ? secret : new TextDecoder().decode(secret);
  return { text, tokens: createV4Tokens(defaultBackend(), [text], salt) };
}

/** Creates a token as next-auth 4 does. The salt is optional. */
export async function encode(params: JWTEncodeParams): Promise<string> {
  const { token = {}, secret, maxAge = defaultMaxAge, salt } = params;
  return v4Tokens(secret, salt).tokens.seal(token, { maxAge, now: Date.now() });
}

/** Returns the claims of a next-auth 4 token, or of a session of ours. Throws if it is invalid. */
export async function decode({ token, secret, salt }: JWTDecodeParams): Promise<JWT | null> {
  if (!token) return null;
  const { text, tokens } = v4Tokens(secret, salt);
  const claims = await tokens.open(token, Date.now());
  if (claims) return claims;
  for (const name of names) {
    const ours = await decodeOurs({ token, secret: text, salt: name }).catch(() => null);
    if (ours) return ours;
  }
  throw new TypeError("The token is not valid.");
}

type Headed = {
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
};

export interface GetTokenParams<R extends boolean = false> {
  req: Headed;
  /** @default from NEXTAUTH_URL */
  secureCookie?: boolean | undefined;
  cookieName?: string | undefined;
  raw?: R | undefined;
  /** @default NEXTAUTH_SECRET, or AUTH_SECRET */
  secret?: string | undefined;
  decode?: JWTOptions["decode"] | undefined;
  logger?: object | undefined;
}

/** Returns the claims of a request's session token, of next-auth 4 or ours, or the token itself. */
export async function getToken<R extends boolean = false>(
  params: GetTokenParams<R>,
): Promise<R extends true ? string : JWT | null>;
export async function getToken(params: GetTokenParams<boolean>): Promise<string | JWT | null> {
  const { AUTH_URL, NEXTAUTH_URL = AUTH_URL, VERCEL } = process.env;
  const { NEXTAUTH_SECRET, AUTH_SECRET } = process.env;
  const { raw, decode: read = decode } = params;
  if (!memberOf(params, "req")) {
    throw new TypeError("`getToken` needs the request: pass it as `req`.");
  }
  const { headers } = params.req;
  const req = { headers: headers instanceof Headers ? headers : { ...headers } };
  const secure = params.secureCookie ?? NEXTAUTH_URL?.startsWith("https://") ?? Boolean(VERCEL);
  const secret = params.secret ?? NEXTAUTH_SECRET ?? AUTH_SECRET ?? "";
  const prefix = secure ? "__Secure-" : "";
  const cookies = [
    `${prefix}authjs.session-token`,
    params.cookieName ?? `${prefix}next-auth.session-token`,
  ];
  for (const cookieName of cookies) {
    const token = await getOurs({ req, cookieName, raw: true });
    if (token === null) continue;
    if (raw) return token;
    const claims = await Promise.resolve(read({ token, secret })).catch(() => null);
    if (claims) return claims;
  }
  return null;
}

export type { DefaultJWT, JWT } from "../../../doors/jwt.js";
export type { JWTDecodeParams, JWTEncodeParams, JWTOptions, Secret } from "./types.js";
