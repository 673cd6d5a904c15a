import { passGate } from "../accounts/gate.js";
import { signedInAs } from "../accounts/signed-in.js";
import type { ActionContext, RequestHost } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import type { Sender } from "../core/plugins/emit.js";
import type { PluginHost } from "../core/plugins/host.js";
import { CookieJar } from "../cookies/jar.js";
import type { Fields } from "../http/fields.js";
import { resolveRedirect } from "../http/redirect.js";
import { homeOf, type Site } from "../http/urls.js";
import { inEnglish } from "../languages/in-english.js";
import { once } from "../once.js";
import type { AuthConfig } from "../types/config.js";
import type { AuditSink, Tell } from "../types/events.js";
import { untilDone } from "../until-done.js";

/** What there is once per configuration. */
export interface HandlerDeps {
  readonly settings: Settings;
  /** What they were made of. */
  readonly config?: AuthConfig | undefined;
}

/** The same, once the configuration was found in order. */
export interface PerformDeps extends HandlerDeps {
  readonly parts: Parts;
}

/** One request, read. */
export interface Incoming {
  /** What is asked for. */
  readonly action: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly query: Fields;
  readonly body: Fields;
  readonly site: Site;
  readonly providerId: string | undefined;
  /** The IP address of the client, where the framework knows it. */
  readonly ip?: string | undefined;
  /** See `Mount`. */
  readonly peer?: string | undefined;
  /** Aborts when the client no longer waits for the response. */
  readonly abortSignal?: (() => AbortSignal) | undefined;
}

/** A context in the making: nobody else has it yet. */
export type OwnContext = {
  -readonly [Name in Own]: ActionContext[Name];
} & Omit<ActionContext, Own>;

type Own = "callbackUrl" | "checksCsrf";

/**
 * Everything the actions need, from the configuration and one request. Each member is named, since this
 * runs at every request and spreading the settings takes several times as long.
 */
export function createContext({ settings, parts }: PerformDeps, incoming: Incoming): OwnContext {
  const { site, headers } = incoming;
  const jar = new CookieJar(headers.get("cookie"));
  const secure = settings.isSecure(site.origin);
  const cookies = settings.cookies(secure);
  const now = Date.now();
  const resolve = (target: string | undefined) =>
    resolveRedirect(target, site, settings.callbacks.redirect);
  const clientIp = () => settings.clientIp?.(toRequest(incoming)) ?? incoming.ip;
  const { observe } = settings;
  const host = requestHost(settings);
  const tell = host && observe ? tellFor(host, observe, { headers, clientIp }) : undefined;
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
      (await import("../accounts/step-up.js")).hasFreshProof(context, userId, wanted),
    tell,
    host,
    plugins: settings.plugins,
    forPlugin: async (bound) => {
      if (!host) throw new TypeError("There are no plugins.");
      return host.contextFor(bound, context);
    },
    permit: (params) =>
      passGate({ callbacks: settings.callbacks, resolveRedirect: resolve, tell }, params),
    tellOwner: async (user, notice) =>
      (await import("../actions/tell-owner.js")).tellOwner(context, user, notice),
    language: languageOf(settings, incoming),
    toRequest: () => toRequest(incoming),
  };
  return context;
}

/** What runs plugins, as requests use it. */
function requestHost({ host }: Settings): (PluginHost & RequestHost) | null {
  return host && isRequestHost(host) ? host : null;
}

function isRequestHost(host: PluginHost): host is PluginHost & RequestHost {
  return "runRoute" in host && "contextFor" in host;
}

const always: ActionContext["language"] = () => inEnglish;

/** The language of a request, found when the first page or mail needs it. */
function languageOf({ language }: Settings, incoming: Incoming): ActionContext["language"] {
  if (!language) return always;
  return untilDone(() => language(incoming.headers, () => toRequest(incoming)));
}

/** Most configurations have nobody who observes, and most requests have no events. */
function tellFor(host: PluginHost, observe: AuditSink, sender: Sender): Tell {
  const emitting = once(() => host.emitter(observe, sender));
  return async (event) => (await emitting()).emit(event);
}

/** The target that the form, the address or the cookie names. */
export async function targetOf(context: ActionContext): Promise<string> {
  const { body, query, jar, cookies } = context;
  const named =
    body.text("callbackUrl") ?? query.text("callbackUrl") ?? jar.get(cookies.callbackUrl.name);
  const target = await context.resolveRedirect(named);
  // Out of production alone: anybody can name any address.
  if (context.hint && named !== undefined && /^https?:/i.test(named) && target !== named) {
    (await import("./warn-of-oddity.js")).hintAtTarget(context, { named, target });
  }
  return target;
}

function toRequest({ url, method, headers, body }: Incoming): Request {
  if (method !== "POST") return new Request(url, { method, headers });
  const described = new Headers(headers);
  described.set("content-type", "application/json");
  described.delete("content-length");
  return new Request(url, { method, headers: described, body: JSON.stringify(body.toObject()) });
}
