import type { NodeEvent } from "../h3/event.js";
import { answerOf, answerWith, entrance, type H3AuthSource, refusalFor } from "../h3/visits.js";
import { addCookiesAtLast } from "../node/before-headers.js";
import { isOwnRoute } from "../visit/place.js";
import type { Visit } from "../visit/visit.js";
import { pageVisit } from "./page.js";
import { guardedBy, type RouteRules } from "./rules.js";

/** What the module passes to the server. */
export interface NuxtServerOptions {
  /** The path of the routes, if neither the configuration nor the environment sets it. */
  readonly basePath: string;
  /** The path of the application. @default "/" */
  readonly baseURL?: string;
  readonly routeRules?: RouteRules;
}

/** The two parts that the module adds to a Nuxt server. */
export interface NuxtServer {
  /** For the hook `request`, so that the application's middleware has `event.context.auth`. */
  readonly begin: (event: NodeEvent) => Promise<void>;
  /** A middleware: serves the library's routes, and enforces the route rules. */
  readonly handler: (event: NodeEvent) => Promise<void>;
}

/**
 * The server part of a Nuxt application. The module `latchkey/nuxt` calls it, so you don't have to.
 */
export function NuxtServerAuth(source: H3AuthSource, options: NuxtServerOptions): NuxtServer {
  const { basePath, baseURL, routeRules = {} } = options;
  const enter = entrance(source, basePath);
  const guardOf = guardedBy(routeRules, baseURL);
  const visits = new WeakMap<object, Visit>();

  const begin = async (event: NodeEvent): Promise<Visit> => {
    const visit = await enter(event);
    visits.set(event.context, visit);
    Reflect.set(event.context, "latchkey", pageVisit(event, visit));
    addCookiesAtLast(event.node.res, visit.leave);
    return visit;
  };
  return {
    async begin(event) {
      await begin(event);
    },
    async handler(event) {
      // Nitro ignores a failing hook; here the failure is reported.
      const visit = visits.get(event.context) ?? (await begin(event));
      if (isOwnRoute(visit.engine, visit.sender)) {
        await answerWith(event, await answerOf(event, visit));
        return;
      }
      const { path, url } = visit.sender;
      const guard = guardOf([path, url.pathname]);
      const response = guard ? await refusalFor(event, guard) : undefined;
      if (response) await answerWith(event, response);
    },
  };
}

export type {
  H3AuthConfig as NuxtAuthConfig,
  H3AuthSource as NuxtAuthSource,
} from "../h3/visits.js";
