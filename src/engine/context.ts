import { passGate } from "../accounts/gate.js";
import { signedInAs } from "../accounts/signed-in.js";
import type { ActionContext } from "../actions/context.js";
import type { Parts } from "../config/parts.js";
import type { Settings } from "../config/settings.js";
import { CookieJar } from "../cookies/jar.js";
import type { Fields } from "../http/fields.js";
import { resolveRedirect } from "../http/redirect.js";
import type { Site } from "../http/urls.js";
import type { AuthConfig } from "../types/config.js";
import type { AuthAction } from "../types/http.js";

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
  readonly action: AuthAction | "assets" | "doctor";
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
}

/** A context in the making: nobody else has it yet. */
export type OwnContext = {
  -readonly [Name in "callbackUrl" | "checksCsrf"]: ActionContext[Name];
} & Omit<ActionContext, "callbackUrl" | "checksCsrf">;

/**
 * Everything the actions need, from the configuration and one request. Each member is named, since this
 * runs at every request and spreading the settings takes several times as long.
 */
export function createContext({ settings, parts }: PerformDeps, incoming: Incoming): OwnContext {
  const { site, headers } = incoming;
  const jar = new CookieJar(headers.get("cookie"));
  const cookies = settings.cookies(settings.isSecure(site.origin));
  const now = Date.now();
  const resolve = (target: string | undefined) =>
    resolveRedirect(target, site, settings.callbacks.redirect);
  const clientIp = () => settings.clientIp?.(toRequest(incoming)) ?? incoming.ip;
  const whoIsHere = () =>
    signedInAs({ jar, cookies, now, sessions: parts.sessions, store: parts.store });
  const context: OwnContext = {
    site,
    headers,
    method: incoming.method,
    query: incoming.query,
    body: incoming.body,
    providerId: incoming.providerId,
    timeout: settings.timeout,
    logger: settings.logger,
    telemetry: settings.telemetry,
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
    keeper: parts.keeper,
    flows: parts.flows,
    production: settings.production,
    assumed: settings.assumed,
    checksCsrf: settings.checksCsrf,
    accountPage: settings.accountPage,
    explicitLinking: settings.explicitLinking,
    trustedOrigins: settings.trustedOrigins,
    leftOut: settings.production ? [] : parts.leftOut.map(({ message }) => message),
    customRedirect: settings.customRedirect,
    rateLimit: settings.rateLimit,
    lastUsedFirst: settings.lastUsedFirst,
    clientIp,
    peer: incoming.peer,
    endSessions: async (userId) => parts.keeper?.endAll(userId),
    client: () => ({ userAgent: headers.get("user-agent") ?? undefined, ip: clientIp() }),
    jar,
    cookies,
    now,
    callbackUrl: site.origin,
    resolveRedirect: resolve,
    signedInAs: whoIsHere,
    isFresh: async (userId, wanted) =>
      (await import("../accounts/step-up.js")).hasFreshProof(context, userId, wanted),
    secondStep: secondStepDeps({ settings }),
    permit: (params) =>
      passGate({ callbacks: settings.callbacks, resolveRedirect: resolve }, params),
    tellOwner: async (user, notice) =>
      (await import("../actions/tell-owner.js")).tellOwner(context, user, notice),
    toRequest: () => toRequest(incoming),
  };
  return context;
}

/** What asks for second steps; undefined where nothing does. */
export function secondStepDeps({ settings }: HandlerDeps): ActionContext["secondStep"] {
  const { secondStep: options, timeout } = settings;
  return options && { options, timeout };
}

/** The target that the form, the address or the cookie names. */
export async function targetOf(context: ActionContext): Promise<string> {
  const { body, query, jar, cookies } = context;
  const named =
    body.text("callbackUrl") ?? query.text("callbackUrl") ?? jar.get(cookies.callbackUrl.name);
  return context.resolveRedirect(named);
}

function toRequest({ url, method, headers, body }: Incoming): Request {
  if (method !== "POST") return new Request(url, { method, headers });
  const described = new Headers(headers);
  described.set("content-type", "application/json");
  described.delete("content-length");
  return new Request(url, { method, headers: described, body: JSON.stringify(body.toObject()) });
}
