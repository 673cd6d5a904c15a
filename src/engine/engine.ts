import { Serialiser } from "../accounts/serialise.js";
import { resolveSettings, type Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { AuthConfig } from "../types/config.js";
import type { ResponseCookie, ResponseInternal } from "../types/http.js";
import type { Session } from "../types/session.js";
import type { Calls } from "./call.js";
import { handle, handleRaw, type Mount } from "./handle.js";

/** A session, and the cookies the response must carry because it was read. */
export interface ReadSession {
  readonly session: Session | null;
  readonly cookies: readonly ResponseCookie[];
}

/** A configuration at work. What frameworks call: no request is ever sent to oneself. */
export interface Engine extends Calls {
  readonly settings: Settings;
  handle(request: Request, mount?: Mount): Promise<Response>;
  handleRaw(request: Request, mount?: Mount): Promise<ResponseInternal>;
  /**
   * Reads the session out of a Cookie header. `origin` is where the framework believes the site to
   * be; a configured URL wins. Throws the `AuthError` when the configuration is wrong. With
   * `renew: false` the session is not extended: for where no cookie can be set.
   */
  readSession(
    cookie: string | null | undefined,
    origin: string,
    options?: { readonly renew?: boolean },
  ): Promise<ReadSession>;
}

export function createEngine(config: AuthConfig): Engine {
  const settings = resolveSettings(config);
  const deps = { settings, serialiser: new Serialiser() };
  const calls = async () => (await import("./call.js")).createCalls(deps);
  return {
    settings,
    signIn: async (...given) => (await calls()).signIn(...given),
    signOut: async (...given) => (await calls()).signOut(...given),
    updateSession: async (...given) => (await calls()).updateSession(...given),
    handle: (request, mount = {}) => handle(deps, request, mount),
    handleRaw: (request, mount = {}) => handleRaw(deps, request, mount),
    async readSession(cookie, origin, { renew = true } = {}) {
      const ready = settings.ready();
      // Nothing is awaited that is there: this runs at every read.
      const { problem, sessions } = "then" in ready ? await ready : ready;
      if (problem) throw problem;
      const jar = new CookieJar(cookie);
      const secure = settings.isSecure(settings.origin ?? origin);
      const context = { jar, cookie: settings.cookies(secure).session, now: Date.now(), renew };
      const { session } = await sessions.read(context);
      return { session, cookies: jar.changes() };
    },
  };
}

const engines = new WeakMap<AuthConfig, Engine>();

/** The engine of a configuration object: made when it is first used, kept as long as the object. */
export function engineFor(config: AuthConfig): Engine {
  const known = engines.get(config);
  if (known) return known;
  const engine = createEngine(config);
  engines.set(config, engine);
  return engine;
}
