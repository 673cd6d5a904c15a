import { resolveSettings, type Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { Flows } from "../flows/flow.js";
import { unavailable } from "../sessions/fault.js";
import type { AuthConfig } from "../types/config.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { Session } from "../types/session.js";
import { handle, handleRaw, type Mount } from "./handle.js";

/** A session, and the cookies the response must carry because it was read. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly ResponseCookie[];
}

/** A configuration at work. What frameworks call: no request is ever sent to oneself. */
export interface Engine {
  readonly settings: Settings;
  /** What they were made of. */
  readonly config: AuthConfig;
  handle(request: Request, mount?: Mount): Promise<Response>;
  handleRaw(request: Request, mount?: Mount): Promise<ResponseInternal>;
  /**
   * Reads the session out of a Cookie header. `origin` is where the framework believes the site to
   * be; a configured URL wins. Throws the `AuthError` when the configuration is wrong, and
   * `SessionUnavailable` when it is not known now whether there is a session.
   */
  readSession(
    cookie: string | null | undefined,
    origin: string,
    options?: ReadOptions,
  ): Promise<ReadSession>;
}

export interface ReadOptions {
  /** False where no cookie can be set: then the session is not extended. @default true */
  readonly renew?: boolean;
  /** Without a `session` callback, tell the user's id too. @default false */
  readonly withId?: boolean;
  /** See `Mount`. @default false */
  readonly hostTrusted?: boolean | undefined;
}

/** `defaultFlows` are for providers that bring none. */
export function createEngine(config: AuthConfig, defaultFlows: Flows): Engine {
  const settings = resolveSettings(config, defaultFlows);
  const deps = { settings, config };
  const { measure } = settings;
  return {
    settings,
    config,
    handle: measure
      ? async (request, mount = {}) => {
          const { measured } = await import("./measured.js");
          const answer = () => handle(deps, request, mount);
          return measured({ measure, settings }, request, { mount, answer });
        }
      : (request, mount = {}) => handle(deps, request, mount),
    handleRaw: (request, mount = {}) => handleRaw(deps, request, mount),
    async readSession(cookie, origin, { renew = true, withId = false, hostTrusted } = {}) {
      const ready = settings.storeless(hostTrusted);
      // Nothing is awaited that is there: this runs at every read.
      const { problem, sessions } = "then" in ready ? await ready : ready;
      if (problem) throw problem;
      const jar = new CookieJar(cookie);
      const secure = settings.isSecure(settings.origin ?? origin);
      const name = settings.cookies(secure).session;
      const context = { jar, cookie: name, now: Date.now(), renew, withId };
      const { session, fault, error } = await sessions.read(context);
      if (fault) await settings.logger.written();
      if (fault === "store") throw unavailable(error);
      return { session, cookies: jar.changes() };
    },
  };
}
