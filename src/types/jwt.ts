import type { Awaitable } from "./common.js";

export interface DefaultJWT extends Record<string, unknown> {
  name?: string | null;
  email?: string | null;
  picture?: string | null;
  /** The same value as `picture`, under the name the session uses. */
  image?: string | null;
  sub?: string;
  iat?: number;
  exp?: number;
  jti?: string;
}

/** The claims of the session token. Extend it by declaration merging. */
export interface JWT extends Record<string, unknown>, DefaultJWT {}

export interface JWTEncodeParams<Payload = JWT> {
  /** Seconds until the token expires. @default 2592000 (30 days) */
  maxAge?: number | undefined;
  /** The purpose of the key: the name of the cookie with the token. */
  salt: string;
  /** One secret, or several with the newest first. The first one encrypts. */
  secret: string | readonly string[];
  /** The `tenant` of the configuration. @default none */
  tenant?: string;
  token?: Payload | undefined;
}

export interface JWTDecodeParams {
  salt: string;
  /** One secret, or several with the newest first. The one the token names decrypts. */
  secret: string | readonly string[];
  /** The `tenant` of the configuration. @default none */
  tenant?: string;
  token?: string | undefined;
}

export interface JWTOptions {
  /** @default the `secret` of the configuration */
  secret: string | readonly string[];
  /** Seconds until a session token expires, if less than `session.maxAge`. */
  maxAge: number;
  encode(params: JWTEncodeParams): Awaitable<string>;
  decode(params: JWTDecodeParams): Awaitable<JWT | null>;
}
