import type { SerializeCookieOptions } from "./cookies.js";

/** The possible first path segments after the base path. */
export type AuthAction =
  | "callback"
  | "csrf"
  | "error"
  | "password"
  | "providers"
  | "session"
  | "signin"
  | "signout"
  | "verify-request"
  | "webauthn-options";

/** One cookie of a response. */
export interface ResponseCookie {
  name: string;
  value: string;
  options: SerializeCookieOptions;
}

/** What `Auth()` resolves to with the `raw` option: the response as plain data. */
export interface ResponseInternal<Body = unknown> {
  status?: number;
  headers?: Headers;
  body?: Body;
  /** Where to redirect the browser. */
  redirect?: string;
  cookies?: ResponseCookie[];
}
