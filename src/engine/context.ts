import { passGate } from "../accounts/gate.js";
import type { Serialiser } from "../accounts/serialise.js";
import type { ActionContext } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { Fields } from "../http/fields.js";
import { resolveRedirect } from "../http/redirect.js";
import type { Site } from "../http/urls.js";

/** What there is once per configuration. */
export interface HandlerDeps {
  readonly settings: Settings;
  readonly serialiser: Serialiser;
}

/** The same, once the configuration was found in order. */
export interface PerformDeps extends HandlerDeps {
  readonly parts: Parts;
}

/** One request, read. */
export interface Incoming {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly query: Fields;
  readonly body: Fields;
  readonly site: Site;
  readonly providerId: string | undefined;
  /** The IP address of the client, where the framework knows it. */
  readonly ip?: string | undefined;
}

/**
 * Everything the actions need, from the configuration and one request. Each member is named, since this
 * runs at every request and spreading the settings takes several times as long.
 */
export function createContext(
  { settings, parts, serialiser }: PerformDeps,
  incoming: Incoming,
): ActionContext {
  const { site, headers } = incoming;
  const jar = new CookieJar(headers.get("cookie"));
  const cookies = settings.cookies(settings.isSecure(site.origin));
  const now = Date.now();
  const resolve = (target: string | undefined) =>
    resolveRedirect(target, site, settings.callbacks.redirect);
  return {
    site,
    headers,
    method: incoming.method,
    query: incoming.query,
    body: incoming.body,
    providerId: incoming.providerId,
    timeout: settings.timeout,
    logger: settings.logger,
    theme: settings.theme,
    pages: settings.pages,
    callbacks: settings.callbacks,
    events: settings.events,
    store: parts.store,
    keys: settings.keys,
    sessions: parts.sessions,
    flows: parts.flows,
    checksCsrf: settings.checksCsrf,
    customRedirect: settings.customRedirect,
    rateLimit: settings.rateLimit,
    clientIp: () => settings.clientIp?.(toRequest(incoming)) ?? incoming.ip,
    serialiser,
    jar,
    cookies,
    now,
    callbackUrl: site.origin,
    resolveRedirect: resolve,
    signedInAs: () => parts.sessions.current({ jar, cookie: cookies.session, now }),
    permit: (params) =>
      passGate({ callbacks: settings.callbacks, resolveRedirect: resolve }, params),
    toRequest: () => toRequest(incoming),
  };
}

/** The context with the target that the form, the address or the cookie names. */
export async function withTarget(context: ActionContext): Promise<ActionContext> {
  const { body, query, jar, cookies } = context;
  const named =
    body.text("callbackUrl") ?? query.text("callbackUrl") ?? jar.get(cookies.callbackUrl.name);
  return { ...context, callbackUrl: await context.resolveRedirect(named) };
}

function toRequest({ url, method, headers, body }: Incoming): Request {
  if (method !== "POST") return new Request(url, { method, headers });
  const described = new Headers(headers);
  described.set("content-type", "application/json");
  described.delete("content-length");
  return new Request(url, { method, headers: described, body: JSON.stringify(body.toObject()) });
}
