import type { CookieJar } from "../cookies/jar.js";
import type { CookieOption } from "../types/cookies.js";

/** What sessions need of one request. */
export interface SessionContext {
  readonly jar: CookieJar;
  readonly cookie: CookieOption;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** False where no cookie can be set: then a session that is due is not extended. @default true */
  readonly renew?: boolean;
  /** The application itself asks: without a `session` callback it is told the user's id too. @default false */
  readonly withId?: boolean;
  /** The session is to end with the browser. @default false */
  readonly untilClosed?: boolean;
  /** The user proved two factors to start the session. @default false */
  readonly bothFactors?: boolean;
  /** Nobody has proven to own the address of the user who signs in. @default false */
  readonly unproven?: boolean;
  /** Who sent the request, where anybody is noting that. */
  readonly client?: (() => Client) | undefined;
  /** Told the id of a session that begins, where it gets one. */
  readonly named?: ((sid: string) => void) | undefined;
}

/** The browser, and where it is. */
export interface Client {
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
}
