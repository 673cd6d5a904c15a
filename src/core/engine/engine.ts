import type { ResponseCookie, ResponseInternal } from "../../types/http.js";
import type { Session } from "../../types/session.js";
import type { AuthConfig } from "../auth-config.js";
import { resolveSettings, type Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { Flows } from "../flow.js";
import type { PluginHost } from "../plugins/host.js";
import { unavailable } from "../sessions/fault.js";
import { handle, handleRaw, type Mount } from "./handle.js";
import type { measured } from "./measured.js";

/** A session, and the cookies the response must set because it was read. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly ResponseCookie[];
}

/** The engine of a configuration, which frameworks call directly: the library never sends requests to itself. */
export interface Engine {
  readonly settings: Settings;
  /** The settings it was built from. */
  readonly config: AuthConfig;
  handle(request: Request, mount?: Mount): Promise<Response>;
  handleRaw(request: Request, mount?: Mount): Promise<ResponseInternal>;
  /**
   * Reads the session from a request's headers. `origin` is the site's origin according to the framework; a
   * configured URL takes precedence. Throws the `AuthError` if the configuration is invalid, and
   * `SessionUnavailable` if the store is down.
   */
  readSession(sent: Sent, origin: string, options?: ReadOptions): Promise<ReadSession>;
}

/** The headers of a request that tell who sent it. */
export interface Sent {
  readonly cookie?: string | null | undefined;
  readonly authorization?: string | null | undefined;
}

export function sentIn(headers: Headers): Sent {
  return { cookie: headers.get("cookie"), authorization: headers.get("authorization") };
}

export interface ReadOptions {
  /** Set to false if no cookie can be set: then the session isn't extended. @default true */
  readonly renew?: boolean;
  /** Include the user's id even without a `session` callback. @default false */
  readonly withId?: boolean;
  /** See `Mount`. @default false */
  readonly hostTrusted?: boolean | undefined;
}

/** What plugins bring along that measures requests. */
export interface MeasuringHost {
  readonly measured: typeof measured;
}

function canMeasure(host: PluginHost): host is PluginHost & MeasuringHost {
  return "measured" in host;
}

/** `defaultFlows` are for providers that don't bring a flow. */
export function createEngine(config: AuthConfig, defaultFlows: Flows): Engine {
  const settings = resolveSettings(config, defaultFlows);
  const deps = { settings, config };
  const { measure, host } = settings;
  return {
    settings,
    config,
    handle:
      measure && host && canMeasure(host)
        ? (request, mount = {}) => {
            const answer = () => handle(deps, request, mount);
            return host.measured({ measure, settings }, request, { mount, answer });
          }
        : (request, mount = {}) => handle(deps, request, mount),
    handleRaw: (request, mount = {}) => handleRaw(deps, request, mount),
    async readSession(sent, origin, { renew = true, withId = false, hostTrusted } = {}) {
      const ready = settings.storeless(hostTrusted);
      // Avoids awaiting values that are there already: this runs at every read.
      const { problem, sessions } = "then" in ready ? await ready : ready;
      if (problem) throw problem;
      const jar = new CookieJar(sent.cookie, settings.plugins.identify && sent.authorization);
      const secure = settings.isSecure(settings.origin ?? origin);
      const name = settings.cookies(secure).session;
      const context = { jar, cookie: name, now: Date.now(), renew, withId };
      const { session, fault, error } = await sessions.read(context);
      if (fault) await settings.logger.written();
      if (fault === "store") throw unavailable(error);
      if (fault === "limited" && error) throw error;
      return { session, cookies: jar.changes() };
    },
  };
}
