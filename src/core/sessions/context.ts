import type { CookieOption } from "../../types/cookies.js";
import type { Tell } from "../../types/events.js";
import type { CookieJar } from "../cookies/jar.js";

/** What sessions need from one request. */
export interface SessionContext {
  readonly jar: CookieJar;
  readonly cookie: CookieOption;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Set to false if no cookie can be set: then a session isn't extended. @default true */
  readonly renew?: boolean;
  /** The app itself is asking, so the user's id is included even without a `session` callback. @default false */
  readonly withId?: boolean;
  /** The session ends with the browser. @default false */
  readonly untilClosed?: boolean | undefined;
  /** The user proved two factors to start the session. @default false */
  readonly bothFactors?: boolean;
  /** Nobody has proven to own the address of the user who signs in. @default false */
  readonly unproven?: boolean;
  /** The sender of the request, if anyone records it. */
  readonly client?: (() => Client) | undefined;
  /** Called with the id of a new session, if it gets one. */
  readonly named?: ((sid: string) => void) | undefined;
  /** Emits an event. Absent without observers. */
  readonly tell?: Tell | undefined;
}

/** The browser and its IP address. */
export interface Client {
  readonly userAgent?: string | undefined;
  readonly ip?: string | undefined;
}
