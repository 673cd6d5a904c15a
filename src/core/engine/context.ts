import type { ActionContext, RequestHost } from "../actions/context.js";
import { tellOwner } from "../actions/notify-owner.js";
import { untilDone } from "../async/until-done.js";
import type { AuthConfig } from "../auth-config.js";
import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { Fields } from "../http/fields.js";
import { resolveRedirect } from "../http/redirect.js";
import { homeOf, type Site } from "../http/urls.js";
import { inEnglish } from "../language/in-english.js";
import type { PluginHost } from "../plugins/host.js";
import { signedInAs } from "../sessions/signed-in.js";
import { runSignInCallback } from "../sign-in/sign-in-callback.js";

/** What exists once per configuration. */
export interface HandlerDeps {
  readonly settings: Settings;
  /** The settings they were computed from. */
  readonly config?: AuthConfig | undefined;
}

/** The same, after the configuration was found valid. */
export interface PerformDeps extends HandlerDeps {
  readonly parts: Parts;
}

/** One parsed request. */
export interface Incoming {
  /** The route. */
  readonly action: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly query: Fields;
  readonly body: Fields;
  readonly site: Site;
  readonly providerId: string | undefined;
  /** The client's IP address, if the framework knows it. */
  readonly ip?: string | undefined;
  /** See `Mount`. */
  readonly peer?: string | undefined;
  /** Aborts when the client disconnects. */
  readonly abortSignal?: (() => AbortSignal) | undefined;
}

/** A context under construction, not yet shared. */
export type OwnContext = {
  -readonly [Name in Own]: ActionContext[Name];
} & Omit<ActionContext, Own>;

type Own = "callbackUrl" | "checksCsrf";

/**
 * Builds everything the actions need from the configuration and one request. Runs at every request, so every
 * member is listed, even those only some actions set: copying into an object with one more member takes 30
 * times as long.
 */
// oxlint-disable-next-line max-lines-per-function -- one object literal; made of parts it takes several times as long
export function createContext({ settings, parts }: PerformDeps, incoming: Incoming): OwnContext {
  const { site, headers } = incoming;
  const jar = jarOf(settings, headers);
  const secure = settings.isSecure(site.origin);
  const cookies = settings.cookies(secure);
  const now = Date.now();
  const resolve = (target: string | undefined) =>
    resolveRedirect(target, site, settings.callbacks.redirect);
  const clientIp = () => settings.clientIp?.(toRequest(incoming)) ?? incoming.ip;
  const { observe } = settings;
  const host = requestHost(settings);
  const tell = host && observe ? host.emitter(observe, { headers, clientIp }) : undefined;
  const whoIsHere = () =>
    signedInAs({ jar, cookies, now, sessions: parts.sessions, store: parts.store });
  const context: OwnContext = {
    site,
    headers,
    secure,
    action: incoming.action,
    method: incoming.method,
    query: incoming.query,
    body: incoming.body,
    providerId: incoming.providerId,
    timeout: settings.timeout,
    logger: settings.logger,
    measure: settings.measure,
    warnOnce: settings.warnOnce,
    hint: settings.production ? undefined : settings.warnOnce,
    theme: settings.theme,
    pages: settings.pages,
    callbacks: settings.callbacks,
    events: settings.events,
    store: parts.store,
    state: parts.state,
    countsTries: parts.countsTries,
    keys: settings.keys,
    olderKeys: parts.olderKeys?.(now),
    sessions: parts.sessions,
    registry: parts.registry,
    endSessions: parts.endSessions,
    isStateShared: parts.isStateShared,
    flows: parts.flows,
    production: settings.production,
    assumed: settings.assumed,
    checksCsrf: settings.checksCsrf,
    explicitLinking: settings.explicitLinking,
    trustedOrigins: settings.trustedOrigins,
    leftOut: settings.production ? [] : parts.leftOut.map(({ message }) => message),
    customRedirect: settings.customRedirect,
    rateLimit: settings.rateLimit,
    lastUsedFirst: settings.lastUsedFirst,
    clientIp,
    peer: incoming.peer,
    abortSignal: incoming.abortSignal,
    refuseUnproven: parts.refuseUnproven,
    client: () => ({ userAgent: headers.get("user-agent") ?? undefined, ip: clientIp() }),
    jar,
    cookies,
    now,
    callbackUrl: homeOf(site),
    resolveRedirect: resolve,
    signedInAs: whoIsHere,
    isFresh: async (userId, wanted) =>
      (await import("../step-up/step-up.js")).hasFreshProof(context, userId, wanted),
    tell,
    host,
    plugins: settings.plugins,
    forPlugin: async (bound) => {
      if (!host) throw new TypeError("There are no plugins.");
      return host.contextFor(bound, context);
    },
    permit: (params) =>
      runSignInCallback({ callbacks: settings.callbacks, resolveRedirect: resolve, tell }, params),
    tellOwner: (user, notice) => tellOwner(context, user, notice),
    language: languageOf(settings, incoming),
    languages: settings.languages,
    toRequest: () => toRequest(incoming),
    identified: undefined,
    links: undefined,
    subjects: undefined,
    untilClosed: undefined,
  };
  return context;
}

/** The credentials of a request that something reads. */
function jarOf({ plugins }: Settings, headers: Headers): CookieJar {
  const cookie = headers.get("cookie");
  return new CookieJar(cookie, plugins.identify && headers.get("authorization"));
}

/** The plugin runtime, as requests use it. */
function requestHost({ host }: Settings): (PluginHost & RequestHost) | null {
  return host && isRequestHost(host) ? host : null;
}

function isRequestHost(host: PluginHost): host is PluginHost & RequestHost {
  return "runRoute" in host && "contextFor" in host;
}

const always: ActionContext["language"] = () => inEnglish;

/** The request's language, chosen when a page or mail first needs it. */
function languageOf({ language }: Settings, incoming: Incoming): ActionContext["language"] {
  if (!language) return always;
  return untilDone(() => language(incoming.headers, () => toRequest(incoming)));
}

/** The target from the form, the query or the cookie. */
export async function targetOf(context: ActionContext): Promise<string> {
  const { body, query, jar, cookies } = context;
  const named =
    body.text("callbackUrl") ?? query.text("callbackUrl") ?? jar.get(cookies.callbackUrl.name);
  const target = await context.resolveRedirect(named);
  // Not in production, because anyone can send any target.
  if (context.hint && named !== undefined && /^https?:/i.test(named) && target !== named) {
    (await import("#warnings")).hintAtTarget(context, { named, target });
  }
  return target;
}

function toRequest({ url, method, headers, body }: Incoming): Request {
  if (method !== "POST") return new Request(url, { method, headers });
  const request = new Request(url, { method, headers, body: JSON.stringify(body.toObject()) });
  request.headers.set("content-type", "application/json");
  request.headers.delete("content-length");
  return request;
}
