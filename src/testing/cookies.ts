import { serializeCookie } from "../core/engine/index.js";
import type { ResponseCookie } from "../types/http.js";

/** A cookie in Playwright's form. */
export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Seconds since 1970; -1 for a session cookie. */
  readonly expires: number;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: "Strict" | "Lax" | "None";
}

/** Playwright's `storageState`. */
export interface StorageState {
  readonly cookies: StoredCookie[];
  readonly origins: [];
}

/** The value of a `Cookie` header. */
export function cookieHeader(cookies: readonly ResponseCookie[]): string {
  return cookies.map((cookie) => serializeCookie(cookie).split(";", 1)[0]).join("; ");
}

export function storageStateOf(origin: string, cookies: readonly ResponseCookie[]): StorageState {
  const { hostname } = new URL(origin);
  return { cookies: cookies.map((cookie) => stored(hostname, cookie)), origins: [] };
}

function stored(host: string, cookie: ResponseCookie): StoredCookie {
  const { domain = host, path = "/", expires, httpOnly, secure, sameSite } = cookie.options;
  const [name = "", value = ""] = cookieHeader([cookie]).split(/=(.*)/s);
  return {
    name,
    value,
    domain,
    path,
    expires: expires ? Math.floor(expires.getTime() / 1000) : -1,
    httpOnly: httpOnly ?? false,
    secure: secure ?? false,
    sameSite: sameSite === "strict" ? "Strict" : sameSite === "none" ? "None" : "Lax",
  };
}
